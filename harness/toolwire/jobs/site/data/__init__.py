"""What a site publishes for programs: histories, deviations, schemas, badges, a feed."""
