"""What secrets look like, in whatever spelling, and what stands in their place.

Whatever is written or printed is looked through with this; it knows nothing of exchanges.
"""
