"""What is kept of the analysis of a battle: its study (notes and variations) and what was found about it."""

import msgspec

from sandtable.analysis.variations import Study
from sandtable.server.store.contract import Base, Damaged, Work

_study = msgspec.json.Decoder(Study).decode
_pack = msgspec.json.encode


def find_study(battle: str) -> Work[Study]:
    """The notes and variations of a battle; an empty study where there are none."""

    def work(base: Base) -> Study:
        found = base.rows("SELECT study FROM studies WHERE battle = ?", battle)
        try:
            return _study(found[0][0]) if found else Study()
        except (msgspec.MsgspecError, TypeError, ValueError) as error:
            raise Damaged(f"The study of battle {battle} cannot be read: {error}.") from error

    return work


def keep_study(battle: str, before: int, study: Study) -> Work[bool]:
    """Keep it in the place of the one with version `before`; False: somebody else has changed that meanwhile."""

    def work(base: Base) -> bool:
        if not base.rows("SELECT id FROM battles WHERE id = ?", battle):
            return True  # forgotten meanwhile: nothing is left behind
        if not before:
            sql = "INSERT INTO studies (battle, version, study) VALUES (?, ?, ?) ON CONFLICT (battle) DO NOTHING"
            if base.do(sql, battle, study.version, _pack(study)):
                return True
        sql = "UPDATE studies SET version = ?, study = ? WHERE battle = ? AND version = ?"
        return bool(base.do(sql, study.version, _pack(study), battle, before))

    return work


def find_report(battle: str, basis: str) -> Work[bytes | None]:
    """What was found about a battle; None where nothing was, or on another basis."""

    def work(base: Base) -> bytes | None:
        found = base.rows("SELECT report FROM findings WHERE battle = ? AND basis = ?", battle, basis)
        return bytes(found[0][0]) if found else None

    return work


def keep_report(battle: str, basis: str, report: bytes) -> Work[None]:
    """Keep what was found in the place of what was there."""

    def work(base: Base) -> None:
        if base.rows("SELECT id FROM battles WHERE id = ?", battle):
            base.do("DELETE FROM findings WHERE battle = ?", battle)
            base.do("INSERT INTO findings (battle, basis, report) VALUES (?, ?, ?)", battle, basis, report)

    return work
