"""Commands, buttons and menus: each handler reads what Discord sent, calls one use case, and answers."""
