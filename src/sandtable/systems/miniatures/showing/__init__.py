"""What people see and read: views, words, odds and dangers."""
