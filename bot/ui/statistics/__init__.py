"""Lists, rankings, replays, exports."""
