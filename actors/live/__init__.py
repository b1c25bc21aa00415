"""What the actor of the live arm publishes."""
