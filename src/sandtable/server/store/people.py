"""The tables of people, which are the same in both databases: SQLite takes PostgreSQL's names of types."""

ACCOUNTS = """
CREATE TABLE accounts (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    skeleton TEXT NOT NULL,
    badge TEXT NOT NULL,
    made DOUBLE PRECISION NOT NULL,
    seen DOUBLE PRECISION NOT NULL,
    owner TEXT NOT NULL,
    bot BOOLEAN NOT NULL,
    muted BOOLEAN NOT NULL,
    banned BOOLEAN NOT NULL
);
CREATE UNIQUE INDEX accounts_look ON accounts (skeleton);
CREATE TABLE keys (
    digest BYTEA PRIMARY KEY,
    account TEXT NOT NULL,
    kind TEXT NOT NULL,
    made DOUBLE PRECISION NOT NULL,
    until DOUBLE PRECISION NOT NULL
);
CREATE INDEX keys_of ON keys (account)
"""
