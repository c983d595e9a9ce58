"""What our documentation needs beyond Sphinx and MyST."""
