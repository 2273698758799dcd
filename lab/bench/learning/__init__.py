"""The effort that lessons need from newcomers, counted by scripts that press for them. Each is run by its name."""
