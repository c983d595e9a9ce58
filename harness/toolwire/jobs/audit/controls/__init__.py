"""What is asked beside a case, so that a refusal, or a call that did not come, means something."""
