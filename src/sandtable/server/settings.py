"""What can be set about a server: where its data lies, how much it takes from whom."""

import os
from pathlib import Path

import msgspec

import sandtable
from sandtable.server.store.rows import PUBLIC

DAY = 86_400.0  # seconds
LOOPBACK = ("127.0.0.1", "localhost", "::1")


class Settings(msgspec.Struct, frozen=True):
    """The settings of one server. Limits are there so that nobody can use it all up for the others."""

    data: Path  # the folder with the one file
    database: str = ""  # postgresql://...: battles are kept there instead, and many processes may share them
    lease: float = 5.0  # seconds after which the others take over from a process that does not say it is alive
    client: Path = Path(sandtable.__file__).parent / "client"
    modules: tuple[str, ...] = ("sandtable.systems",)  # what to import, here and in workers, to know the games
    hosts: tuple[str, ...] = ()  # names this server answers to; none: to all
    public_url: str = ""  # where others find this server, behind a proxy: https://games.example.org
    trusted: tuple[str, ...] = ()  # addresses of reverse proxies; what they say about whose request it is holds
    workers: int = max(1, min(4, (os.cpu_count() or 2) - 1))  # processes in which computer players think
    think_limit: float = 60.0  # seconds for one choice
    hint_limit: float = 10.0  # seconds for a hint, and for its turn to come
    hints_a_minute: int = 60  # in one battle
    hints_at_once: int = 8  # in all battles
    client_hints_a_minute: int = 60  # for one client; a client is an address
    client_hints_at_once: int = 2
    verifications_a_minute: int = 12  # for one client
    pace: float = 0.0  # seconds between a question and the answer of a computer player, at least
    secret_pace: float = 0.6  # the same where there are secrets: how long it thought must not tell its cards
    order_pause: tuple[float, float] = (2.0, 20.0)  # seconds until a standing order answers: at least, at most
    open_battles: int = 256  # in memory; the others are replayed when somebody comes
    leave_after: float = 20.0  # seconds after which a process that shares its battles lets go of one nobody uses
    battles_an_hour: int = 300  # of one client
    rest_after: float = 3600.0  # seconds after which computer players stop where nobody looks on
    forget_after: float = 0.0  # seconds after which a battle is deleted that nobody has looked at; 0: never
    forget_unplayed: float = 0.0  # the same where nobody has made a choice
    visibility: str = PUBLIC  # of a battle whose maker does not say
    people: bool = False  # whether others come here: names, open tables and talk (docs/people.md)
    accounts_an_hour: int = 20  # of one client
    says_at_once: int = 8  # lines of talk of one client
    says_a_minute: int = 20
    codes_a_minute: int = 10  # that one client may try
    mail: str = ""  # through whom notices are mailed: smtp://user:password@host:587?from=sandtable@example.org
    notice_hosts: tuple[str, ...] = ()  # names inside the own network that notices may go to
    notice_beat: float = 5.0  # seconds between two looks for notices that are due
    ways_an_hour: int = 30  # ways to be told that one client may add, confirm or try out
    sockets: int = 2000
    sockets_a_seat: int = 16
    sockets_a_gallery: int = 64
    client_sockets: int = 200
    undos: int = 500  # choices that a seat may take back in one battle: each is two lines of the journal
    wishes: int = 300  # that a seat may set in one battle
    states: int = 20_000  # of one battle; a long one has two thousand
    requests_a_second: float = 50.0  # of one client, files of the page included
    requests_at_once: float = 600.0
    stream_beat: float = 1.0  # seconds after which a bot hears of challenges and battles at the latest
    bots: int = 5  # of one account
    ping: float = 20.0  # seconds: an idle socket is pinged, and closed if nobody answers
    metrics_from: tuple[str, ...] = ("127.0.0.1/32", "::1/128")  # who may read /metrics
    logs: str = "plain"  # or "json"
    connections: int = 4000
    client_connections: int = 300  # of one address that is not a trusted proxy
    request_limit: float = 15.0  # seconds for a whole request to come in, and for an answer to be read
    head_limit: int = 16 * 1024  # bytes of all headers
    headers: int = 100
    url_limit: int = 4096
    body_limit: int = 64 * 1024
    study_limit: int = 900 * 1024  # of a battle that comes in as a file
    message_limit: int = 16 * 1024
    messages_a_second: float = 20.0
    burst: float = 60.0  # messages at once
    client_messages_a_second: float = 100.0  # over all sockets of one client; those beyond that wait
    client_burst: float = 300.0


def usual_folder() -> Path:
    """Where battles are kept if nobody says otherwise."""
    base = os.environ.get("XDG_DATA_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(base) if base else Path.home() / ".local" / "share") / "sandtable"
