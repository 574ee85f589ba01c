"""Tests inlay hints, signature help and cancellation with the clients that pytest-lsp simulates. Run by scripts/test-editors.

The environment has PROGRAM, the program `mixtape`, and STORE, the directory of a store with the file playlists/evening.toml.
"""

import asyncio
import json
import os
import pathlib
import select
import subprocess

import pytest
import pytest_lsp
from lsprotocol import types
from pygls.exceptions import JsonRpcException

STORE = pathlib.Path(os.environ["STORE"])
PLAYLIST = (STORE / "playlists/evening.toml").as_uri()
REQUEST_CANCELLED = -32800

config = pytest_lsp.ClientServerConfig(server_command=[os.environ["PROGRAM"], "lsp"])


@pytest_lsp.fixture(config=config, params=["visual-studio-code", "neovim", "emacs"])
async def client(request, lsp_client: pytest_lsp.LanguageClient):
    capabilities = pytest_lsp.client_capabilities(request.param)
    workspace = types.WorkspaceFolder(uri=STORE.as_uri(), name="store")
    result = await lsp_client.initialize_session(
        types.InitializeParams(capabilities=capabilities, root_uri=STORE.as_uri(), workspace_folders=[workspace])
    )
    lsp_client.offered = result.capabilities
    open_document(lsp_client, (STORE / "playlists/evening.toml").read_text())
    yield
    await lsp_client.shutdown_session()


def open_document(client, text):
    client.text_document_did_open(
        types.DidOpenTextDocumentParams(types.TextDocumentItem(uri=PLAYLIST, language_id="toml", version=1, text=text))
    )


def require(client, capability):
    if not getattr(client.offered, capability, None):
        pytest.skip(f"the server does not offer {capability}")


document = types.TextDocumentIdentifier(uri=PLAYLIST)


@pytest.mark.asyncio
async def test_inlay_hints(client):
    require(client, "inlay_hint_provider")
    whole = types.Range(start=types.Position(0, 0), end=types.Position(99, 0))
    hints = await client.text_document_inlay_hint_async(types.InlayHintParams(text_document=document, range=whole))
    shown = [(hint.position.line, hint.label) for hint in hints]
    assert shown[:2] == [(3, "Auroras · Night Sky Radio · 2026-03-01 · 30:34"), (5, "2 episodes · ≥ 30:34")]
    # The hint is behind the comma.
    assert hints[0].position.character == len('  "night-sky/042-auroras",')


@pytest.mark.asyncio
async def test_signature_help(client):
    require(client, "signature_help_provider")
    text = "conditions = ['duration between ']\n"
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(
            text_document=types.VersionedTextDocumentIdentifier(uri=PLAYLIST, version=2),
            content_changes=[types.TextDocumentContentChangeWholeDocument(text=text)],
        )
    )
    place = types.Position(0, text.index(" ']") + 1)
    help = await client.text_document_signature_help_async(
        types.SignatureHelpParams(text_document=document, position=place)
    )
    assert help is not None and any("duration" in signature.label for signature in help.signatures)


@pytest.mark.asyncio
async def test_cancellation(client):
    """A cancelled request is answered: with its result or the error of cancellation. The next one has its result."""
    hover = types.HoverParams(text_document=document, position=types.Position(0, 1))
    number = "to-cancel"
    answer = client.protocol.send_request(types.TEXT_DOCUMENT_HOVER, hover, msg_id=number)
    client.protocol.notify(types.CANCEL_REQUEST, types.CancelParams(id=number))
    try:
        result = await asyncio.wait_for(asyncio.wrap_future(answer), timeout=10)
        assert "name" in result.contents.value
    except JsonRpcException as error:
        assert error.code == REQUEST_CANCELLED
    # Nothing has this number, or has it any more.
    client.protocol.notify(types.CANCEL_REQUEST, types.CancelParams(id=number))
    assert "name" in (await client.text_document_hover_async(hover)).contents.value


def framed(message):
    content = json.dumps({"jsonrpc": "2.0"} | message).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(content), content)


def test_a_client_that_never_reads():
    """The server stops reading as well, with little memory, and ends when the client does."""
    most, patience = 32_000_000, 2
    server = subprocess.Popen([os.environ["PROGRAM"], "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    start = framed({"id": 0, "method": "initialize", "params": {"capabilities": {}}})
    hover = {"textDocument": {"uri": PLAYLIST}, "position": {"line": 0, "character": 1}}
    requests = framed({"id": 1, "method": "textDocument/hover", "params": hover}) * 1000
    os.set_blocking(server.stdin.fileno(), False)
    sent = os.write(server.stdin.fileno(), start)
    while sent < most and select.select([], [server.stdin], [], patience)[1]:
        # The rest of a message that was cut off is the start of the next one, because all are alike.
        sent += os.write(server.stdin.fileno(), requests[(sent - len(start)) % (len(requests) // 1000) :])
    status = pathlib.Path(f"/proc/{server.pid}/status").read_text()
    memory = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM:"))
    server.stdout.close()
    server.stdin.close()
    assert server.wait(30) is not None
    assert sent < most
    assert memory < 100_000
