"""The tables of people and of analyses, the same in both databases: SQLite takes PostgreSQL's names of types."""

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

TABLES = """
CREATE TABLE chairs (
    battle TEXT NOT NULL,
    seat TEXT NOT NULL,
    account TEXT NOT NULL,
    taken DOUBLE PRECISION NOT NULL,
    given_up DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (battle, seat)
);
CREATE INDEX chairs_of ON chairs (account);
CREATE TABLE turns (
    battle TEXT PRIMARY KEY,
    maker TEXT NOT NULL,
    pace BYTEA NOT NULL,
    asked BYTEA NOT NULL,
    remaining BYTEA NOT NULL
);
CREATE TABLE challenges (
    id TEXT PRIMARY KEY,
    maker TEXT NOT NULL,
    link BYTEA,
    facts BYTEA NOT NULL,
    version INTEGER NOT NULL,
    made DOUBLE PRECISION NOT NULL
);
CREATE INDEX challenges_by_link ON challenges (link)
"""

COMPANY = """
CREATE TABLE here (
    battle TEXT NOT NULL,
    seat TEXT NOT NULL,
    until DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (battle, seat)
);
CREATE TABLE offers (
    battle TEXT NOT NULL,
    seat TEXT NOT NULL,
    made DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (battle, seat)
);
CREATE TABLE talk (
    battle TEXT NOT NULL,
    number INTEGER NOT NULL,
    room TEXT NOT NULL,
    seat TEXT NOT NULL,
    account TEXT NOT NULL,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    time DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (battle, number)
);
CREATE INDEX talk_of ON talk (account)
"""

UNDOS = """
CREATE TABLE undos (
    battle TEXT NOT NULL,
    seat TEXT NOT NULL,
    state INTEGER NOT NULL,
    asker TEXT NOT NULL,
    PRIMARY KEY (battle, seat)
)
"""

NOTICES = """
CREATE TABLE ways (
    id TEXT PRIMARY KEY,
    account TEXT NOT NULL,
    kind TEXT NOT NULL,
    address TEXT NOT NULL,
    name TEXT NOT NULL,
    always BOOLEAN NOT NULL,
    root TEXT NOT NULL,
    made DOUBLE PRECISION NOT NULL,
    code TEXT NOT NULL,
    trouble TEXT NOT NULL
);
CREATE INDEX ways_of ON ways (account);
CREATE TABLE calls (
    battle TEXT NOT NULL,
    seat TEXT NOT NULL,
    asked DOUBLE PRECISION NOT NULL,
    due DOUBLE PRECISION,
    remind DOUBLE PRECISION,
    told DOUBLE PRECISION NOT NULL,
    waiting BOOLEAN NOT NULL,
    PRIMARY KEY (battle, seat)
);
CREATE INDEX calls_due ON calls (due);
CREATE INDEX calls_remind ON calls (remind);
CREATE TABLE letters (
    id TEXT PRIMARY KEY,
    way TEXT NOT NULL,
    battle TEXT NOT NULL,
    seat TEXT NOT NULL,
    asked DOUBLE PRECISION NOT NULL,
    title TEXT NOT NULL,
    text TEXT NOT NULL,
    link TEXT NOT NULL,
    due DOUBLE PRECISION NOT NULL,
    tries INTEGER NOT NULL
);
CREATE INDEX letters_due ON letters (due);
CREATE INDEX letters_by ON letters (way);
CREATE TABLE kept (
    name TEXT PRIMARY KEY,
    value BYTEA NOT NULL
)
"""

STUDIES = """
CREATE TABLE studies (
    battle TEXT PRIMARY KEY,
    version INTEGER NOT NULL,
    study BYTEA NOT NULL
);
CREATE TABLE findings (
    battle TEXT PRIMARY KEY,
    basis TEXT NOT NULL,
    report BYTEA NOT NULL
)
"""
