"""3.4.5 Perform Operations: who acts, what he may do, why not, and how it is done."""
