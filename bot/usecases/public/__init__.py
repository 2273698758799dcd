"""The pages that a server shows to everybody who has their address, if those who manage it have turned them on."""
