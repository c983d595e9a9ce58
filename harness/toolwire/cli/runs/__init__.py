"""What the commands do, a module each, imported when one runs."""
