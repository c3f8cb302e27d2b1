"""The offline version's Python archive: standard library, dependencies and this package,
precompiled.

Pyodide under node compiles the sources, with a cache by content: compiling on the phone would
double the start time. Modules that are never imported there are left out.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, PackageNotFoundError, distribution, entry_points, version
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from fontTools.ttLib import TTFont
from jinja2 import ModuleLoader

from companion import __version__
from companion.app import create_app
from companion.games import GROUP, guests
from companion.paths import PACKAGE, PRINTABLES, ROOT
from companion.pocket import own, runtime
from companion.store import Store

LIBRARIES = (
    "annotated-types", "blinker", "cachetools", "click", "flask", "flask-htmx", "itsdangerous",
    "jinja2", "markdown-it-py", "markupsafe", "mdurl", "pydantic", "segno",
    "sqlalchemy", "sqlmodel", "typing-extensions", "typing-inspection", "werkzeug",
)  # fmt: skip
"""Top-level modules that the app imports there; compression, limits, migrations and PDFs do not run
there."""
UNUSED = re.compile(
    r"sqlalchemy/(testing|dialects/(mysql|oracle|mssql|postgresql)|cyextension"
    r"|ext/(asyncio|mypy|declarative))/"
    r"|sqlalchemy/ext/(associationproxy|automap|baked|compiler|horizontal_shard|hybrid|indexable"
    r"|instrumentation|mutable|orderinglist|serializer)\.py|sqlalchemy/util/tool_support\.py|sqlalchemy/connectors/(aioodbc|pyodbc)\.py"
    r"|sqlalchemy/dialects/sqlite/provision\.py"
    r"|pydantic/(v1|experimental)/|pydantic/(mypy|_hypothesis_plugin|color)\.py|sqlmodel/ext/"
    r"|pydantic/deprecated/(class_validators|config|copy_internals|decorator|json|parse|tools)\.py"
    r"|pydantic/(alias_generators|class_validators|functional_serializers|root_model"
    r"|validate_call_decorator|_internal/_(decorators_v1|git|serializers|validate_call))\.py"
    r"|werkzeug/(debug|middleware/(dispatcher|http_proxy|lint|profiler|shared_data)\.py)"
    r"|werkzeug/(_reloader|testapp)\.py|flask/(__main__|testing|views)\.py"
    r"|cachetools/(_cached|_cachedmethod|_decorator|_descriptor|func)\.py"
    r"|click/(_termui_impl|_winconsole|shell_completion|testing)\.py"
    r"|jinja2/(constants|ext|meta|nativetypes)\.py"
    r"|markdown_it/(cli/|tree\.py)|segno/(cli|helpers)\.py|annotated_types/test_cases\.py"
    r"|(^|/)tests?/"
)
UNUSED_STANDARD = re.compile(
    r"(_pyrepl|asyncio/__main__|concurrent/(futures/(process|interpreter)|interpreters)|ctypes|curses"
    r"|dbm|email/mime|ensurepip"
    r"|idlelib|lib2to3|multiprocessing|pydoc_data|sysconfig/__main__|test|tkinter|tomllib|turtledemo"
    r"|unittest|venv|wsgiref|xmlrpc|xml/(dom|etree)|zipfile/__main__"
    r"|__phello__)(/|\.py)"
    r"|(_ast_unparse|_markupbase|_pydatetime|_py_abc|_pylong|_strptime|antigravity|argparse|code|compileall|configparser|cProfile"
    r"|doctest|ftplib|getopt|getpass|graphlib|imaplib|mailbox|nturl2path|pdb|pickletools|plistlib"
    r"|poplib|profile|pstats|pty|py_compile|pyclbr|pydoc|rlcompleter|runpy|sched|shelve|smtplib"
    r"|statistics|tarfile|this|timeit|tracemalloc|trace|tty|turtle"
    r"|webbrowser|zipapp|tabnanny|symtable|mailcap|bdb|cmd|optparse|_pyio|_pydecimal"
    r"|modulefinder|netrc|nntplib|telnetlib"
    r"|filecmp|fileinput|sndhdr|imghdr|wave|colorsys|chunk|crypt|cgi|cgitb|audiop"
    r"|asyncio/(proactor_events|tools|windows_events|windows_utils)"
    r"|email/(_header_value_parser|contentmanager|headerregistry|policy)|email/generator|html/parser|http/cookie(s|jar)"
    r"|json/(__main__|tool)|logging/(config|handlers)|pyodide/console|sqlite3/__main__|urllib/robotparser"
    r"|_sysconfigdata\w+|bz2|lzma|compression/(bz2|lzma|zstd/\w+)|sqlite3/dump|xml/sax/expatreader"
    r")\.py$"
)
CODECS = re.compile(
    r"encodings/(?!(__init__|aliases|ascii|cp437|idna|latin_1|punycode|raw_unicode_escape"
    r"|unicode_escape|utf_\w+|base64_codec|hex_codec|cp1252|_win_cp_codecs|undefined)\.py)"
)
OURS_UNUSED = re.compile(
    r"companion/(cli|site|testing|store/migrations|pocket/(runtime|shell))/"
    r"|companion/__main__\.py"
    r"|companion/pocket/((archive|runtime|site)\.py|templates/)"
    r"|companion/hosting/(counts|workers)\.py|companion/web/platform/making\.py"
    r"|companion/store/(onefile|restoring)\.py"
    r"|companion/(games/\w+|engine)/(testing\.py|rulings\.txt)"
)
BROUGHT_UNUSED = re.compile(r"(^|/)(tests?/|testing\.py|rulings\.txt)")
COMPILER = Path(__file__).with_name("shell") / "compile.mjs"
BESIDE = (".md", ".txt", ".html", ".json", ".css", ".ttf", ".svg")
"""Data files of the package that pages need."""


def metadata(name: str, version: str) -> tuple[str, bytes]:
    """The metadata by which an installed package is found: only the version."""
    text = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
    return f"{name.replace('-', '_')}-{version}.dist-info/METADATA", text.encode()


def standard(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Sources of the standard library."""
    with zipfile.ZipFile(folder / "python_stdlib.zip") as packed:
        for name in packed.namelist():
            if name.endswith("/") or UNUSED_STANDARD.match(name) or CODECS.match(name):
                continue
            yield name, packed.read(name)


def libraries() -> Iterator[tuple[str, bytes]]:
    """Installed dependencies."""
    for name in LIBRARIES:
        try:
            package = distribution(name)
        except PackageNotFoundError:
            raise runtime.CannotBuild(f"The package {name} is not installed.") from None
        for file in package.files or ():
            place = PurePosixPath(file)
            if place.suffix == ".py" and not UNUSED.search(str(place)):
                yield str(place), Path(str(file.locate())).read_bytes()
        yield metadata(name, package.version)


def binary(folder: Path) -> Iterator[tuple[str, bytes]]:
    """The pydantic_core wheel of this runtime, in the version that pydantic requires."""
    wanted = distribution("pydantic-core").version
    if not (folder / "site" / f"pydantic_core-{wanted}.dist-info").is_dir():
        raise runtime.CannotBuild(
            f"pydantic-core {wanted} is installed, but the offline version has another one. "
            f"Install the pydantic of this release:  pip install companion-cards=={__version__}"
        )
    for place in sorted((folder / "site").rglob("*")):
        name = place.relative_to(folder / "site").as_posix()
        if place.suffix in (".py", ".so"):
            yield name, place.read_bytes()
    yield metadata("pydantic_core", wanted)


def pages() -> Iterator[tuple[str, bytes]]:
    """The templates as Python, by the names under which Jinja's ModuleLoader looks for them.

    A phone that is four times as slow as a desk would compile for 1.6 s until a table is open.
    """
    with TemporaryDirectory() as temporary, closing(Store(f"sqlite:///{temporary}/any.db")) as any:
        app = create_app(any, SECRET_KEY="-" * 32, ALONE=True)
        own.init_app(app)
        environment, loader = app.jinja_env, app.jinja_env.loader
        assert loader
        for name in loader.list_templates():
            source = loader.get_source(environment, name)[0]
            code = environment.compile(source, name, raw=True, defer_init=True)
            module = ModuleLoader.get_module_filename(name)
            yield f"companion/pocket/{own.COMPILED.name}/{module}", code.encode()


def ours() -> Iterator[tuple[str, bytes]]:
    """This package with its rule sheets and printables."""
    for place in sorted(PACKAGE.rglob("*")):
        name = f"companion/{place.relative_to(PACKAGE).as_posix()}"
        if "_data/" in name or "__pycache__" in name or OURS_UNUSED.match(name):
            continue
        if place.is_file() and (place.suffix == ".py" or place.suffix in BESIDE):
            yield name, place.read_bytes()
    for place in sorted(PRINTABLES.rglob("*")):
        if place.is_file() and place.suffix in BESIDE:
            body = woff2(place) if place.suffix == ".ttf" else place.read_bytes()
            yield place.relative_to(ROOT).as_posix(), body


def bringing() -> dict[str, list[EntryPoint]]:
    """The installed packages whose games are in the game list, with their entry points."""
    entries = dict[str, list[EntryPoint]]()
    for entry in entry_points(group=GROUP):
        package = guests().packages.get(entry.name)
        if entry.dist and package and package.module == entry.module:
            entries.setdefault(entry.dist.name, []).append(entry)
    return entries


def brought() -> Iterator[tuple[str, bytes]]:
    """The packages that bring games. What else they need is not taken along."""
    for name, entries in bringing().items():
        for top in {entry.module.partition(".")[0] for entry in entries}:
            folder = Path(import_module(top).__path__[0])
            for place in sorted(folder.rglob("*")):
                inside = place.relative_to(folder).as_posix()
                if place.suffix in (".py", *BESIDE) and not BROUGHT_UNUSED.search(inside):
                    yield f"{top}/{inside}", place.read_bytes()
        named = "".join(f"{entry.name} = {entry.value}\n" for entry in entries)
        where, about = metadata(name, version(name))
        yield where, about
        yield where.replace("METADATA", "entry_points.txt"), f"[{GROUP}]\n{named}".encode()


@cache
def woff2(font: Path) -> bytes:
    """A font as WOFF2, a third smaller than deflated. It keeps its name in the archive, because
    browsers know a font's format by its first bytes."""
    typeface, out = TTFont(font, recalcTimestamp=False), io.BytesIO()
    typeface.flavor = "woff2"
    typeface.save(out)
    return out.getvalue()


def compiled(files: Iterable[tuple[str, bytes]], folder: Path) -> dict[str, bytes]:
    """The files with sources replaced by bytecode, in the legacy layout without __pycache__."""
    contents, wanted = dict[str, bytes](), dict[str, tuple[str, bytes]]()
    how = hashlib.sha256(COMPILER.read_bytes()).hexdigest()
    kept = folder / f"compiled-{how[:8]}"
    kept.mkdir(exist_ok=True)
    for name, body in files:
        if not name.endswith(".py"):
            contents[name] = body
            continue
        digest = hashlib.sha256(name.encode() + b"\0" + body).hexdigest()
        if (kept / digest).is_file():
            contents[f"{name}c"] = (kept / digest).read_bytes()
        else:
            wanted[digest] = (name, body)
    for digest, (name, bytecode) in _compile(wanted, folder).items():
        part = kept / f".{digest}"
        part.write_bytes(bytecode)
        part.replace(kept / digest)
        contents[f"{name}c"] = bytecode
    return dict(sorted(contents.items()))


def _compile(wanted: Mapping[str, tuple[str, bytes]], folder: Path) -> dict[str, tuple[str, bytes]]:
    if not wanted:
        return {}
    with TemporaryDirectory() as temporary:
        here = Path(temporary)
        (here / "sources.json").write_text(json.dumps([name for name, _ in wanted.values()]))
        for number, (_, body) in enumerate(wanted.values()):
            (here / str(number)).write_bytes(body)
        runtime.run([*runtime.node(), str(COMPILER), str(folder), str(here), runtime.ABI], here)
        return {
            digest: (name, (here / f"{number}.pyc").read_bytes())
            for number, (digest, (name, _)) in enumerate(wanted.items())
        }


def zipped(files: Mapping[str, bytes]) -> bytes:
    """An uncompressed zip to import from; it is compressed as part of a pack."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as packed:
        for name, body in files.items():
            packed.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), body)
    return out.getvalue()
