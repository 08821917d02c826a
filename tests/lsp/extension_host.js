// SPDX-License-Identifier: Apache-2.0
// Runs the extension for Visual Studio Code without the editor: with the parts of the modules `vscode` and `vscode-languageclient`
// that it uses. The client starts the server that the extension asks for and talks to it over standard input and output.
//   node extension_host.js EXTENSION FOLDER FILE SETTINGS
// Prints a line of JSON for each server: its command line, and the codes of the findings in FILE.
"use strict";

const fs = require("fs");
const Module = require("module");
const { spawn } = require("child_process");
const { pathToFileURL } = require("url");

const [extensionFolder, folder, file, settingsText] = process.argv.slice(2);
const settings = JSON.parse(settingsText);
const say = (row) => console.log(JSON.stringify(row));

class LanguageClient {
  constructor(id, name, server, options) {
    Object.assign(this, { id, name, server, options, last: 0, waiting: new Map(), bytes: Buffer.alloc(0) });
  }

  async start() {
    const words = [...this.server.args, ...(this.server.transport === TransportKind.stdio ? ["--stdio"] : [])];
    this.process = spawn(this.server.command, words, { stdio: ["pipe", "pipe", "inherit"] });
    await new Promise((resolve, reject) => { this.process.once("spawn", resolve); this.process.once("error", reject); });
    this.ended = new Promise((resolve) => this.process.once("exit", resolve));
    this.process.stdout.on("data", (data) => this.read(data));
    const uri = pathToFileURL(folder).href;
    await this.ask("initialize", { processId: process.pid, rootUri: uri, workspaceFolders: [{ uri, name: "site" }], capabilities: {},
      initializationOptions: this.options.initializationOptions });
    this.tell("initialized", {});
    const found = new Promise((resolve) => { this.found = resolve; });
    this.uri = pathToFileURL(file).href;
    this.tell("textDocument/didOpen", { textDocument: { uri: this.uri, languageId: "plaintext", version: 1, text: fs.readFileSync(file, "utf8") } });
    const diagnostics = await found;
    say({ words, selector: this.options.documentSelector, codes: diagnostics.filter((one) => one.severity < 4).map((one) => one.code) });
  }

  async stop() {
    await this.ask("shutdown");
    this.tell("exit");
    say({ exit: await this.ended });
  }

  ask(method, params) {
    this.last += 1;
    this.send({ id: this.last, method, params });
    return new Promise((resolve) => this.waiting.set(this.last, resolve));
  }
  tell(method, params) { this.send({ method, params }); }
  send(message) {
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
    this.process.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.process.stdin.write(body);
  }

  read(data) {
    this.bytes = Buffer.concat([this.bytes, data]);
    for (;;) {
      const end = this.bytes.indexOf("\r\n\r\n");
      const length = end < 0 ? 0 : Number(/Content-Length: (\d+)/i.exec(this.bytes.subarray(0, end).toString())[1]);
      if (end < 0 || this.bytes.length < end + 4 + length) return;
      const message = JSON.parse(this.bytes.subarray(end + 4, end + 4 + length).toString());
      this.bytes = this.bytes.subarray(end + 4 + length);
      if (message.method === "textDocument/publishDiagnostics" && message.params.uri === this.uri) this.found(message.params.diagnostics);
      else if (message.method && message.id !== undefined) this.send({ id: message.id, result: null });
      else if (message.id !== undefined) this.waiting.get(message.id)(message.result);
    }
  }
}

const TransportKind = { stdio: 0 };
const commands = new Map();
let onChange = null;
const modules = {
  "vscode-languageclient/node": { LanguageClient, TransportKind },
  vscode: {
    workspace: {
      getConfiguration: (section) => ({ get: (name, other) => settings[section + "." + name] ?? other }),
      onDidChangeConfiguration: (listener) => { onChange = listener; return { dispose() {} }; },
    },
    window: { showErrorMessage: async (message) => { say({ error: message }); } },
    commands: { registerCommand: (name, run) => { commands.set(name, run); return { dispose() {} }; }, executeCommand: async () => {} },
  },
};
const load = Module._load;
Module._load = (name, ...rest) => modules[name] ?? load(name, ...rest);

(async () => {
  const extension = require(extensionFolder);
  const context = { subscriptions: [] };
  await extension.activate(context);
  if (settings.then) {
    Object.assign(settings, settings.then);
    await onChange({ affectsConfiguration: (name) => name in settings.then });
    await commands.get("rocelint.restart")();
  }
  await extension.deactivate();
  say({ subscriptions: context.subscriptions.length });
})().catch((error) => { console.error(error); process.exit(1); });
