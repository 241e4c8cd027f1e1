"""The files of the page are asked for once: their addresses change with them, and what lies there never does."""

import re
from pathlib import Path

from starlette.testclient import TestClient

from sandtable.server.edge.files import Client
from sandtable.server.settings import Settings

PAGE = '<!doctype html><head><link href="/css/base.css" /><script type="module" src="/main.js"></script></head>'


def small_page(folder: Path) -> TestClient:
    """A page with a style, two scripts, and one that nothing imports."""
    (folder / "css").mkdir()
    (folder / "index.html").write_text(PAGE)
    (folder / "css" / "base.css").write_text("body { color: red }")
    (folder / "main.js").write_text('import {\n  a,\n} from "./board/a.js";\n' + "a();\n" * 100)
    (folder / "board").mkdir()
    (folder / "board" / "a.js").write_text("export function a() {}\n")
    (folder / "push-worker.js").write_text("")
    return TestClient(Client(folder))


def scripts(page: str) -> list[str]:
    """What the browser fetches at once."""
    return re.findall(r'"modulepreload" href="([^"]+)"', page)


def test_what_the_page_names_is_kept_for_good(tmp_path: Path) -> None:
    http = small_page(tmp_path)
    page = http.get("/b/some-link")
    assert page.headers["cache-control"] == "no-cache"
    assert [path.split("/", 3)[3] for path in scripts(page.text)] == ["main.js", "board/a.js"]
    named = re.findall(r'(?:href|src)="(/v/[^"]+)"', page.text)
    assert len(named) == 4
    for path in named:
        assert http.get(path).headers["cache-control"] == "public, max-age=31536000, immutable"


def test_a_changed_file_has_another_address(tmp_path: Path) -> None:
    http = small_page(tmp_path)
    before = scripts(http.get("/").text)[1]
    (tmp_path / "board" / "a.js").write_text("export function a() { return 1 }\n")
    after = scripts(http.get("/").text)[1]
    assert before != after and "return 1" in http.get(after).text
    old = http.get(before)  # a page that is still open gets what there is, and does not keep it
    assert "return 1" in old.text and old.headers["cache-control"] == "no-cache"


def test_what_a_browser_has_is_not_sent_again_and_scripts_are_packed(tmp_path: Path) -> None:
    http = small_page(tmp_path)
    first = http.get("/main.js", headers={"accept-encoding": "gzip"})
    assert first.headers["content-encoding"] == "gzip" and int(first.headers["content-length"]) < 200
    assert first.text == (tmp_path / "main.js").read_text()
    assert "content-encoding" not in http.get("/main.js", headers={"accept-encoding": "identity"}).headers
    again = http.get("/main.js", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert http.get("/main.js", headers={"if-none-match": '"another"'}).status_code == 200


def test_nothing_else_is_there(tmp_path: Path) -> None:
    http = small_page(tmp_path)
    (tmp_path / "board" / "link.js").symlink_to(tmp_path / "main.js")
    (tmp_path / "tool.py").write_text("")
    (tmp_path / ".hidden").write_text("")
    http.get("/")
    for path in ("/tool.py", "/.hidden", "/board/link.js", "/board", "/v/", "/v/x", "/v/x/none.js", "/workshop/x"):
        assert http.get(path).status_code == 404, path
    assert http.post("/main.js").status_code == 404


def test_every_script_that_the_page_needs_is_named_in_it(tmp_path: Path) -> None:
    """All of ours but the one that runs without a page, and the one that holds types alone."""
    folder = Settings(tmp_path).client
    named = {path.split("/", 3)[3] for path in scripts(TestClient(Client(folder)).get("/").text)}
    assert {str(path.relative_to(folder)) for path in folder.rglob("*.js")} - named == {"push-worker.js", "types.js"}
