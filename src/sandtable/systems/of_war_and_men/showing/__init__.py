"""What people see and read: views, sentences, odds."""
