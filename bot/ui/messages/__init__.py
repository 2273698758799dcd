"""The public messages: what each says and which buttons it has."""
