// Starts `mixtape lsp` for the stores of the workspace, and connects it with the editor.
"use strict";

const path = require("path");
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const marker = "**/mixtape.toml";

/** The client of the running server. */
let client;
/** Starts and stops of the server, one after the other. */
let work = Promise.resolve();

/** Returns a path as a glob pattern that matches only this path. */
function literal(text) {
  return text.replace(/[*?[\]{}]/g, "[$&]");
}

/** Returns the directories of the stores in the workspace, sorted. */
async function findStores() {
  const files = await vscode.workspace.findFiles(marker, null);
  return files.map((file) => path.dirname(file.fsPath)).sort();
}

function makeClient(stores) {
  const command = vscode.workspace.getConfiguration("mixtape").get("path") || "mixtape";
  const documentSelector = stores.map((store) => ({ scheme: "file", pattern: `${literal(store)}/**/*.toml` }));
  // The working directory of the editor says nothing about the store, so the server gets none.
  return new LanguageClient("mixtape", "Mixtape", { command, args: ["lsp"] }, { documentSelector, middleware: { executeCommand } });
}

/** Executes a command of the server. From the palette, it is about the file of the active editor. */
function executeCommand(name, given, next) {
  const document = vscode.window.activeTextEditor?.document;
  const active = document?.languageId === "toml" ? document.uri.toString() : undefined;
  return next(name, given.length > 0 || !active ? given : [active]);
}

async function stop() {
  const running = client;
  client = undefined;
  if (running?.isRunning()) await running.stop();
}

async function restart() {
  await stop();
  const stores = await findStores();
  if (stores.length === 0) return;
  client = makeClient(stores);
  try {
    await client.start();
  } catch (error) {
    client = undefined;
    report(error);
  }
}

/** Shows that the server does not start. Nothing waits for the answer, so that a later start can go on. */
async function report(error) {
  const open = "Open Settings";
  const choice = await vscode.window.showErrorMessage(`Mixtape does not start: ${error.message ?? error}`, open);
  if (choice === open) await vscode.commands.executeCommand("workbench.action.openSettings", "mixtape.path");
}

/** Runs a task after those before it, also if one of them fails. */
function enqueue(task) {
  work = work.then(task, task);
  return work;
}

function activate(context) {
  const stores = vscode.workspace.createFileSystemWatcher(marker, false, true, false);
  context.subscriptions.push(
    stores,
    stores.onDidCreate(() => enqueue(restart)),
    stores.onDidDelete(() => enqueue(restart)),
    vscode.workspace.onDidChangeWorkspaceFolders(() => enqueue(restart)),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("mixtape.path")) enqueue(restart);
    }),
    vscode.commands.registerCommand("mixtape.restart", () => enqueue(restart)),
  );
  return enqueue(restart);
}

function deactivate() {
  return enqueue(stop);
}

module.exports = { activate, deactivate };
