"""The channels of games: post targets, and which members can see and use them."""
