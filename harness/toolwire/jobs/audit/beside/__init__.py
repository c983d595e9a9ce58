"""What `verify` asks a server beside the suites."""
