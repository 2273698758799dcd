"""What is read and written, a file for each thing that is stored."""
