"""Measures language servers while somebody types in a large playlist, and prints a table. Run by scripts/bench.

usage: language-server.py PROGRAM [EPISODES [ENTRIES [SAMPLES]]]

PROGRAM is mixtape. Beside it, taplo and tombi are measured if they are in PATH, with the schemas of docs/schema. The playlist has ENTRIES
episodes, and the library EPISODES. Times are in milliseconds: the minimum, the median and the 99th percentile of SAMPLES.
"""

import json
import os
import pathlib
import queue
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time

REPOSITORY = pathlib.Path(__file__).resolve().parents[1]
PATIENCE = 60
EPISODES_OF_A_FILE = 200
VISIBLE_LINES = 60
# Seconds between keys: a fast typist.
PACE = 0.08
# The number of samples of requests that people make rarely.
RARE = 20
WORDS = "The Night Live Aurora River Stone Letter Engine Garden Winter Ferry Lantern Market Signal Bridge Orbit Atlas Comet".split()

TAPLO = """rule = [
  { include = ["playlists/**/*.toml"], schema = { path = "schema/playlist.schema.json" } },
]
"""
TOMBI = """[[schemas]]
path = "schema/playlist.schema.json"
include = ["playlists/**/*.toml"]
"""


def range_of(line):
    """Returns the range of the start of a line."""
    return {"start": {"line": line, "character": 0}, "end": {"line": line, "character": 0}}


class Ended(Exception):
    """The server ended although nobody asked for it."""


class Server:
    """A running server and its client."""

    def __init__(self, command, store):
        self.store = store
        self.number = 0
        self.version = 0
        self.start = time.perf_counter()
        self.process = subprocess.Popen(
            command, cwd=store, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self.messages = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()
        folders = [{"uri": store.as_uri(), "name": "store"}]
        capabilities = {
            "general": {"positionEncodings": ["utf-16"]},
            "textDocument": {
                "publishDiagnostics": {"versionSupport": True}, "diagnostic": {}, "inlayHint": {}, "hover": {},
                "completion": {"completionItem": {"snippetSupport": True}},
                "codeAction": {"dataSupport": True, "resolveSupport": {"properties": ["edit"]}},
            },
            "workspace": {"workspaceFolders": True, "configuration": True, "inlayHint": {"refreshSupport": True}},
        }  # fmt: skip
        parameters = {"processId": os.getpid(), "rootUri": store.as_uri(), "workspaceFolders": folders, "capabilities": capabilities}
        result, _ = self.request("initialize", parameters)
        self.started = time.perf_counter() - self.start
        self.capabilities = result["capabilities"]
        self.notify("initialized", {})

    def read(self):
        """Reads messages, and keeps each with the time of its arrival."""
        stream = self.process.stdout
        while True:
            length = 0
            while (line := stream.readline().strip()):
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            if length == 0:
                self.messages.put((0, None))
                return
            content = stream.read(length)
            arrival = time.perf_counter()
            message = json.loads(content)
            if "method" in message and "id" in message:
                # A request of the server, such as one for its configuration.
                items = message.get("params", {}).get("items", []) if isinstance(message.get("params"), dict) else []
                result = [None for _ in items] if message["method"] == "workspace/configuration" else None
                try:
                    self.send({"id": message["id"], "result": result})
                except BrokenPipeError:
                    return
            else:
                self.messages.put((arrival, message))

    def send(self, message):
        content = json.dumps({"jsonrpc": "2.0"} | message).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(content), content))
        self.process.stdin.flush()

    def notify(self, method, parameters):
        self.send({"method": method, "params": parameters})

    def wait(self, is_wanted):
        deadline = time.monotonic() + PATIENCE
        while True:
            arrival, message = self.messages.get(timeout=max(0.001, deadline - time.monotonic()))
            if message is None:
                raise Ended
            if is_wanted(message):
                return arrival, message

    def request(self, method, parameters):
        """Returns the result of a request, and the time until it arrived."""
        self.number += 1
        number = self.number
        begin = time.perf_counter()
        self.send({"id": number, "method": method, "params": parameters})
        arrival, answer = self.wait(lambda message: message.get("id") == number and "method" not in message)
        if "error" in answer:
            raise SystemExit(f"error: {method}: {answer['error']}")
        return answer["result"], arrival - begin

    # The document.

    def open(self, path, text):
        """Opens a document, and waits for its diagnostics."""
        self.uri, self.text = path.as_uri(), text
        self.version = 1
        begin = time.perf_counter()
        document = {"uri": self.uri, "languageId": "toml", "version": 1, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": document})
        return self.diagnostics(begin)

    def insert(self, line, column, text):
        """Types a text, and returns the time until the diagnostics of the changed text arrived."""
        self.version += 1
        lines = self.text.split("\n")
        lines[line] = lines[line][:column] + text + lines[line][column:]
        self.text = "\n".join(lines)
        sync = self.capabilities.get("textDocumentSync")
        kind = sync.get("change") if isinstance(sync, dict) else sync
        place = {"line": line, "character": column}
        change = {"range": {"start": place, "end": place}, "text": text} if kind == 2 else {"text": self.text}
        begin = time.perf_counter()
        document = {"uri": self.uri, "version": self.version}
        self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})
        return self.diagnostics(begin)

    def remove_line(self, line):
        """Removes a line, and waits for diagnostics."""
        self.version += 1
        lines = self.text.split("\n")
        del lines[line]
        self.text = "\n".join(lines)
        begin = time.perf_counter()
        document = {"uri": self.uri, "version": self.version}
        self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": self.text}]})
        return self.diagnostics(begin)

    def diagnostics(self, begin):
        """Waits for the diagnostics of the present text, keeps them, and returns the time since `begin`."""
        if self.capabilities.get("diagnosticProvider"):
            report, _ = self.request("textDocument/diagnostic", {"textDocument": {"uri": self.uri}})
            self.found = report["items"]
            return time.perf_counter() - begin

        def is_wanted(message):
            parameters = message.get("params", {})
            if message.get("method") != "textDocument/publishDiagnostics" or parameters["uri"] != self.uri:
                return False
            return parameters.get("version") in (None, self.version)

        arrival, message = self.wait(is_wanted)
        self.found = message["params"]["diagnostics"]
        return arrival - begin

    def ask(self, method, line, column=None, **more):
        parameters = {"textDocument": {"uri": self.uri}} | more
        if column is not None:
            parameters["position"] = {"line": line, "character": column}
        return self.request(method, parameters)

    def memory(self):
        """Returns the resident memory in megabytes."""
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1000
        return 0

    def stop(self):
        self.request("shutdown", None)
        self.notify("exit", None)
        self.process.wait(PATIENCE)


def write_store(program, store, episodes, entries):
    """Makes a store with a library and a playlist, and returns the path of the playlist."""
    chance = random.Random(episodes)
    for number in range(episodes // EPISODES_OF_A_FILE):
        lines = [f'title = "Collection {number}"', f'author = "Quartet {number % 700}"', 'categories = ["Jazz"]']
        for episode in range(1, EPISODES_OF_A_FILE + 1):
            title = " ".join(chance.choices(WORDS, k=3)) + f" {chance.randrange(100_000)}"
            date = f"{chance.randrange(2010, 2026)}-{chance.randrange(1, 13):02}-{chance.randrange(1, 29):02}"
            lines += ["", "[[episodes]]", f'id = "{episode}"', f'title = "{title}"', f"published = {date}"]
            lines += [f"duration = {chance.randrange(90, 5400)}", f"rating = {chance.randrange(6)}"]
        file = store / f"library/shelf-{number // 100}/collection-{number}.toml"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("\n".join(lines) + "\n")
    ids = [
        f'"collection-{chance.randrange(episodes // EPISODES_OF_A_FILE)}/{chance.randrange(1, EPISODES_OF_A_FILE + 1)}"'
        for _ in range(entries)
    ]
    # Lines 1 and 2 are empty for typing.
    text = 'name = "Large"\n\n\nepisodes = [\n' + "".join(f"  {id},\n" for id in ids) + "]\nconditions = ['rating >= 4']\nlimit = 25\n"
    playlist = store / "playlists/large.toml"
    playlist.parent.mkdir()
    playlist.write_text(text)
    shutil.copytree(REPOSITORY / "docs/schema", store / "schema")
    (store / ".taplo.toml").write_text(TAPLO)
    (store / "tombi.toml").write_text(TOMBI)
    subprocess.run([program, "init", store], check=True, stdout=subprocess.DEVNULL)
    # Mixtape does not trust the times of files that were just written, and would read them again later.
    time.sleep(3.5)
    # Makes the index.
    subprocess.run([program, "-C", store, "search", "--where", "rating > 9", "--count"], check=True, stdout=subprocess.DEVNULL)
    return playlist, text, entries


def measure(name, command, store, playlist, text, entries, samples):
    """Measures a server, and returns the times of each job by its name, in seconds; the memory in megabytes."""
    chance = random.Random(1)
    times = {"start": []}
    for _ in range(min(samples, 30)):
        server = Server(command, store)
        times["start"].append(server.started)
        server.stop()
    server = Server(command, store)
    times["first diagnostics"] = [server.open(playlist, text)]
    typed = ('description = "' + "Evening light " * samples)[:samples]
    times["diagnostics after a key"] = []
    for column, letter in enumerate(typed):
        time.sleep(PACE)
        times["diagnostics after a key"].append(server.insert(1, column, letter))
    if not server.found:
        print(f"note: {name} shows no error in an open string", file=sys.stderr)
    server.insert(1, len(typed), '"')
    server.insert(2, 0, "s")
    keys = [server.ask("textDocument/completion", 2, 1) for _ in range(samples)]
    times["completion of keys"] = [time for _, time in keys]
    items = keys[-1][0] or []
    items = items["items"] if isinstance(items, dict) else items
    if not any("shuffle" in item["label"] for item in items):
        print(f"note: {name} does not complete the key shuffle", file=sys.stderr)
    server.insert(2, 1, 'huffle = true')
    if name == "mixtape":
        lines = [chance.randrange(4, 4 + entries - VISIBLE_LINES) for _ in range(samples)]
        times["hints of a screen"] = [
            server.ask("textDocument/inlayHint", None, range={
                "start": {"line": line, "character": 0}, "end": {"line": line + VISIBLE_LINES, "character": 0},
            })[1] for line in lines
        ]  # fmt: skip
        times["hover"] = [server.ask("textDocument/hover", line, 6)[1] for line in lines]
        server.insert(4, 0, '  "\n')
        found = []
        for column, letter in enumerate("aurora river", 3):
            server.insert(4, column, letter)
            found += [server.ask("textDocument/completion", 4, column + 1)[1] for _ in range(max(1, samples // 12))]
        times["completion of ids"] = found
        server.remove_line(4)
        times["code actions"] = [
            server.ask("textDocument/codeAction", None, range=range_of(line), context={"diagnostics": []})[1] for line in lines
        ]
        action = {"data": {"textDocument": {"uri": server.uri}, "change": "sortByTitle"}}
        times["a code action chosen"] = [server.request("codeAction/resolve", action)[1] for _ in lines[:RARE]]
        times["references"] = [server.ask("textDocument/references", line, 6, context={})[1] for line in lines[:RARE]]
        times["rename of an episode"] = [
            server.ask("textDocument/rename", line, 6, newName=f"new-{line}")[1] for line in lines[:RARE]
        ]
        rules = 5 + entries
        times["a new rule counted"] = []
        for number in range(RARE):
            server.insert(rules, len("conditions = ['rating >= 4"), str(number % 10))
            times["a new rule counted"].append(server.ask("textDocument/hover", rules, 16)[1])
    memory = server.memory()
    server.stop()
    return times, memory


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    episodes, entries, samples = (int(number) for number in (sys.argv[2:] + [100_000, 5_000, 100][len(sys.argv) - 2 :]))
    with tempfile.TemporaryDirectory() as directory:
        home = pathlib.Path(directory)
        os.environ.update(HOME=str(home), GIT_CONFIG_NOSYSTEM="1")
        for role in ["AUTHOR", "COMMITTER"]:
            os.environ.update({f"GIT_{role}_NAME": "A U Thor", f"GIT_{role}_EMAIL": "author@example.org"})
        store = home / "store"
        playlist, text, entries = write_store(program, store, episodes, entries)
        commands = {"mixtape": [program, "lsp"], "taplo": ["taplo", "lsp", "stdio"], "tombi": ["tombi", "lsp", "--offline"]}
        print(f"\n## Language servers: a playlist of {entries:,} episodes, a library of {episodes:,}\n")
        print("| server | job | minimum ms | median ms | 99th percentile ms |\n|---|---|---|---|---|")
        for name, command in commands.items():
            if not shutil.which(str(command[0])):
                print(f"note: {name} is missing", file=sys.stderr)
                continue
            try:
                times, memory = measure(name, command, store, playlist, text, entries, samples)
            except (Ended, BrokenPipeError):
                # The packages of Taplo on PyPI have no server.
                print(f"note: {name} ends without an answer", file=sys.stderr)
                continue
            for job, values in times.items():
                values = sorted(1000 * value for value in values)
                middle, high = values[len(values) // 2], values[min(len(values) - 1, len(values) * 99 // 100)]
                print(f"| {name} | {job} | {values[0]:.1f} | {middle:.1f} | {high:.1f} |", flush=True)
            print(f"| {name} | memory | {memory:.0f} MB | | |", flush=True)


main()
