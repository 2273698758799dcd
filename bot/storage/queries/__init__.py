"""What is read and written, in a room for each subject."""
