"""What people read and may do, described once, without Discord and without HTTP: both faces of the bot show it."""
