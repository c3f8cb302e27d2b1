/* Imports every module of the packs in the runtime they are made for; prints those that cannot be, as JSON:
   `node imports.mjs RUNTIME FOLDER ABI`. FOLDER has the files of the packs, and standard.zip. */
import { pathToFileURL } from "node:url";

const [runtime, folder, abi] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${runtime}/pyodide.mjs`).href);
const info = { abi_version: abi, arch: "wasm32", platform: "", python: "", version: "" };
const py = await loadPyodide({
  indexURL: runtime, stdLibURL: `${folder}/standard.zip`, packageBaseUrl: runtime,
  lockFileContents: JSON.stringify({ info, packages: {} }), env: { HOME: "/", PYTHONPATH: "/packs" },
  stdout: () => {}, stderr: () => {},
  fsInit: async (FS) => {
    FS.mkdirTree("/packs");
    FS.mount(FS.filesystems.NODEFS, { root: folder }, "/packs");
  },
});
console.log(py.runPython(`
import importlib, json, sys, zipfile
from pathlib import Path
names = [name for name in zipfile.ZipFile("/packs/standard.zip").namelist()]
names += [str(each.relative_to("/packs")) for each in Path("/packs").rglob("*.pyc")]
found = {}
for name in sorted(names):
    if not name.endswith(".pyc"):
        continue
    module = name.removesuffix(".pyc").replace("/", ".").removesuffix(".__init__")
    try:
        importlib.import_module(module)
    except BaseException as error:
        found[module] = f"{type(error).__name__}: {error}"
json.dumps(found)
`));
