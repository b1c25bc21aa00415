"""The actor system: mailboxes, checkpoints, calls and supervision. It knows nothing about arms."""
