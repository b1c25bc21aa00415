"""Programs that use the mechanics by themselves, without a running system."""
