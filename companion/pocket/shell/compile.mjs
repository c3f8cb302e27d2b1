/* Compiles Python sources with the interpreter that will run them: `node compile.mjs RUNTIME FOLDER ABI`.
   FOLDER has sources.json, a list of names, and a source file for each, named by its index; the
   bytecode is written beside it. */
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [runtime, folder, abi] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${runtime}/pyodide.mjs`).href);
const lock = { info: { abi_version: abi, arch: "wasm32", platform: "", python: "", version: "" }, packages: {} };
const py = await loadPyodide({ indexURL: runtime, lockFileContents: JSON.stringify(lock), packageBaseUrl: runtime });
py.FS.mkdirTree("/work");
py.FS.mount(py.FS.filesystems.NODEFS, { root: folder }, "/work");
py.globals.set("names", py.toPy(JSON.parse(readFileSync(`${folder}/sources.json`, "utf8"))));
py.runPython(`
import ast
import importlib.util
import types
from importlib._bootstrap_external import _code_to_hash_pyc

def lean(code):
    # With a table of lines that says of none where it stood, a fifth is not sent: a fault names
    # its functions. An entry stands for up to eight instructions.
    eights, rest = divmod(len(code.co_code) // 2, 8)
    table = bytes([0xFF]) * eights + (bytes([0xF8 + rest - 1]) if rest else b"")
    inner = (lean(each) if isinstance(each, types.CodeType) else each for each in code.co_consts)
    return code.replace(co_consts=tuple(inner), co_linetable=table)

# What never looks at the types of its functions, which there are for editors alone.
PLAIN = ("blinker", "click", "companion", "flask", "itsdangerous", "jinja2", "markdown_it", "sqlalchemy", "werkzeug")

class Untyped(ast.NodeTransformer):
    """Takes the types from functions, and what is written for type checkers alone."""

    def visit_FunctionDef(self, node):
        for each in node.decorator_list:
            if getattr(each, "id", getattr(each, "attr", "")) == "overload":
                return ast.copy_location(ast.Pass(), node)
        node.returns = None
        return self.generic_visit(node)

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_arg(self, node):
        node.annotation = None
        return node

    def visit_If(self, node):
        if getattr(node.test, "id", getattr(node.test, "attr", "")) == "TYPE_CHECKING":
            found = [self.visit(each) for each in node.orelse]
            return found or ast.copy_location(ast.Pass(), node)
        return self.generic_visit(node)

for number, name in enumerate(names):
    with open(f"/work/{number}", "rb") as file:
        source = file.read()
    tree = ast.parse(source, name)
    if name.partition("/")[0] in PLAIN:
        tree = Untyped().visit(tree)
    code = compile(tree, name, "exec", dont_inherit=True, optimize=2)
    made = _code_to_hash_pyc(lean(code), importlib.util.source_hash(source), False)
    with open(f"/work/{number}.pyc", "wb") as file:
        file.write(made)
`);
