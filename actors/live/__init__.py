"""What the actor of the live arm publishes, and its services that change settings."""
