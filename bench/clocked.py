"""A master who looks at the clock in the lab too: as strong as people meet him, but no two runs are alike.

    SANDTABLE_THINKING=2 sandtable lab ladder miniatures --bot bench/clocked.py:ClockedMaster \
        --players strategist,clocked-master --games 40 --workers 1
"""

from sandtable.bots.master import MasterBot


class ClockedMaster(MasterBot):
    """The lab switches the clock off for everybody; he leaves it on."""

    name = "clocked-master"

    @property
    def hurried(self) -> bool:
        return True

    @hurried.setter
    def hurried(self, wanted: bool) -> None:
        pass
