"""Which findings of a run tell one cause, and which of them tells it best."""
