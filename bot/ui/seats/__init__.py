"""Commands and buttons about seats that are handed on."""
