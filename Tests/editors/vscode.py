"""Tests the extension for VS Code, with stand-ins for VS Code and its client. Run by scripts/test-editors.

usage: vscode.py PROGRAM
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree
import zipfile

EXTENSION = pathlib.Path(__file__).resolve().parents[2] / "editors/vscode"

# Records the clients that the extension makes. A program named `missing` does not start.
CLIENT = """
exports.LanguageClient = class {
  constructor(id, name, server, options) { Object.assign(this, { id, name, server, options, running: false }); }
  async start() {
    global.events.push(["start", this.server, this.options]);
    if (this.server.command === "missing") throw new Error("no such program");
    this.running = true;
  }
  isRunning() { return this.running; }
  async stop() { global.events.push(["stop"]); this.running = false; }
};
"""

# The part of VS Code that the extension uses, with two stores in the workspace.
VSCODE = """
const listen = (name) => (listener) => { global.listeners[name] = listener; return { dispose() {} }; };
exports.workspace = {
  findFiles: async () => global.stores.map((store) => ({ fsPath: `${store}/mixtape.toml` })),
  getConfiguration: () => ({ get: () => global.program }),
  createFileSystemWatcher: () => ({ onDidCreate: listen("create"), onDidDelete: listen("delete"), dispose() {} }),
  onDidChangeWorkspaceFolders: listen("folders"),
  onDidChangeConfiguration: listen("configuration"),
};
exports.window = { activeTextEditor: { document: { languageId: "toml", uri: "file:///music/a/playlists/x.toml" } }, showErrorMessage: async (text) => { global.events.push(["message", text]); } };
exports.commands = { registerCommand: (name, run) => { global.listeners[name] = run; }, executeCommand: async () => {} };
"""

DRIVER = """
global.events = [];
global.listeners = {};
global.program = "mixtape";
global.stores = ["/music/b [old]", "/music/a"];
const extension = require(process.argv[2]);
const context = { subscriptions: [] };
(async () => {
  await extension.activate(context);
  const { executeCommand } = global.events[0][2].middleware;
  const next = (...command) => global.events.push(command);
  executeCommand("mixtape.undo", [], next);
  executeCommand("mixtape.history", ["file:///other"], next);
  await global.listeners["mixtape.restart"]();
  global.listeners.configuration({ affectsConfiguration: () => false });
  global.program = "missing";
  global.listeners.configuration({ affectsConfiguration: (key) => key === "mixtape.path" });
  while (global.events.at(-1)[0] !== "message") await new Promise(setImmediate);
  global.stores = [];
  global.listeners.delete();
  await extension.deactivate();
  console.log(JSON.stringify({ events: global.events, subscriptions: context.subscriptions.length }));
})();
"""


def expect(found, expected, what):
    if found != expected:
        raise SystemExit(f"error: {what}:\n  expected {expected}\n  found    {found}")


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=20).stdout


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def check_package(file):
    """Checks the parts of a package that VS Code reads."""
    with zipfile.ZipFile(file) as archive:
        names = set(archive.namelist())
        manifest = xml.etree.ElementTree.fromstring(archive.read("extension.vsixmanifest"))
        types = xml.etree.ElementTree.fromstring(archive.read("[Content_Types].xml"))
    package = json.loads((EXTENSION / "package.json").read_text())
    space = {"v": "http://schemas.microsoft.com/developer/vsx-schema/2011"}
    identity = manifest.find("v:Metadata/v:Identity", space).attrib
    expect((identity["Id"], identity["Publisher"]), (package["name"], package["publisher"]), "the identity")
    expect(identity["Version"], package["version"], "the version")
    for asset in manifest.findall("v:Assets/v:Asset", space):
        expect(asset.attrib["Path"] in names, True, f"{asset.attrib['Path']} is in the package")
    for path in [package["main"], "node_modules/vscode-languageclient/node.js"]:
        expect(f"extension/{pathlib.PurePosixPath(path)}" in names, True, f"{path} is in the package")
    expect([name for name in names if name.endswith(".py")], [], "the scripts in the package")
    endings = {entry.attrib["Extension"] for entry in types if "Extension" in entry.attrib}
    unknown = {pathlib.PurePosixPath(name).suffix for name in names} - endings - {".xml", ""}
    expect(unknown, set(), "the endings without a content type")


def check_settings(program):
    """Checks that `mixtape editor vscode` prints the settings of the extension with their defaults."""
    lines = run(program, "editor", "vscode").splitlines()
    printed = json.loads("\n".join(line for line in lines if not line.startswith("//")))
    package = json.loads((EXTENSION / "package.json").read_text())
    properties = package["contributes"]["configuration"]["properties"]
    expect(printed, {name: value["default"] for name, value in properties.items()}, "the settings")
    # A store can come from somebody else, so its files must not choose the program.
    expect(properties["mixtape.path"]["scope"], "machine", "the scope of mixtape.path")
    readme = (EXTENSION / "README.md").read_text()
    expect(re.findall(r"^\| `(mixtape\.[^`]*)` \| `([^`]*)`", readme, re.MULTILINE), list(printed.items()), "the README")


def check_behaviour(extension):
    """Checks when the extension starts and stops the server."""
    write(extension / "node_modules/vscode/index.js", VSCODE)
    write(extension / "driver.js", DRIVER)
    result = json.loads(run("node", str(extension / "driver.js"), str(extension / "extension.js")))
    patterns = ["/music/a/**/*.toml", "/music/b [[]old[]]/**/*.toml"]
    options = {"documentSelector": [{"scheme": "file", "pattern": pattern} for pattern in patterns], "middleware": {}}
    start = ["start", {"command": "mixtape", "args": ["lsp"]}, options]
    failure = ["start", {"command": "missing", "args": ["lsp"]}, options]
    message = ["message", "Mixtape does not start: no such program"]
    commands = [["mixtape.undo", ["file:///music/a/playlists/x.toml"]], ["mixtape.history", ["file:///other"]]]
    expect(result["events"], [start, *commands, ["stop"], start, ["stop"], failure, message], "the events")


def main():
    program = sys.argv[1]
    run("node", "--check", str(EXTENSION / "extension.js"))
    check_settings(program)
    with tempfile.TemporaryDirectory() as directory:
        work = pathlib.Path(directory)
        shutil.copytree(EXTENSION, work / "source")
        write(work / "source/LICENSE.txt", "MIT\n")
        write(work / "source/node_modules/vscode-languageclient/package.json", '{ "name": "vscode-languageclient" }\n')
        write(work / "source/node_modules/vscode-languageclient/node.js", CLIENT)
        run(sys.executable, str(EXTENSION / "pack.py"), str(work / "source"), str(work / "mixtape.vsix"))
        check_package(work / "mixtape.vsix")
        with zipfile.ZipFile(work / "mixtape.vsix") as archive:
            archive.extractall(work)
        check_behaviour(work / "extension")


main()
