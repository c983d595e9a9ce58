"""What Python programs and notebooks call; `toolwire` itself exports it (docs/api.md).

Each function calls what the command of its name calls.
"""
