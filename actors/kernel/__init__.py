"""What every actor is made of: mailboxes, checkpoints, calls, supervision. No arm is known here."""
