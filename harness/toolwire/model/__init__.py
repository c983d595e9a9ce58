"""The values that everything else speaks in."""
