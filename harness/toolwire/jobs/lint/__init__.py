"""Traffic that somebody else recorded, judged and made observations of."""
