"""17 Command Decisions: what each does, who is asked for them, and how they lie on the stack."""
