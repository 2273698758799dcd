"""Commands and menus about notifications."""
