"""What proves a rule: clean and mutated exchanges, and the page made of them."""
