"""What every actor is made of: mailboxes, checkpoints, calls, supervision. It knows nothing of arms."""
