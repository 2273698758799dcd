"""The presentation layer: texts and actions, described once without Discord and HTTP. Discord and the page render them."""
