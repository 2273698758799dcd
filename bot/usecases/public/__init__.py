"""The public pages of a server, open to everybody with their address, if the managers have turned them on."""
