"""What stands where in a reading: what several rules look at."""
