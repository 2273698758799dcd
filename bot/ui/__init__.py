"""Discord in, Discord out: thin commands and components that each call one use case."""
