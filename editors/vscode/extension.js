// SPDX-License-Identifier: Apache-2.0
// Starts `rocelint lsp` for the folders of a workspace that hold a rocelint.yaml or topology.yaml.
"use strict";

const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

let client = null;
// Starts and stops run one after another: a client that is starting cannot be stopped.
let last = Promise.resolve();
const inTurn = (step) => (last = last.then(step, step));

function makeClient() {
  const settings = vscode.workspace.getConfiguration("rocelint");
  const args = ["lsp"];
  for (const option of ["select", "ignore"]) {
    const codes = settings.get(option, []);
    if (codes.length) args.push("--" + option, codes.join(","));
  }
  const policy = settings.get("policy", "");
  if (policy) args.push("--policy", policy);
  const rulePages = settings.get("rulePages", "");
  const server = { command: settings.get("path", "rocelint"), args, transport: TransportKind.stdio };
  return new LanguageClient("rocelint", "rocelint", server, {
    // Files are recognised by their content, whatever their names and languages are.
    documentSelector: [{ scheme: "file" }],
    initializationOptions: rulePages ? { rulePages } : {},
  });
}

async function start() {
  client = makeClient();
  try {
    await client.start();
  } catch (error) {
    client = null;
    offerSettings(error); // not awaited: the message stays until the user closes it
  }
}

async function offerSettings(error) {
  const choice = await vscode.window.showErrorMessage(
    `rocelint did not start: ${error.message}. The setting rocelint.path names the program.`, "Open settings");
  if (choice) await vscode.commands.executeCommand("workbench.action.openSettings", "rocelint.path");
}

async function stop() {
  const running = client;
  client = null;
  if (running) await running.stop();
}

function restart() {
  return inTurn(async () => {
    await stop().catch(() => {}); // a server that has ended already
    await start();
  });
}

exports.activate = async (context) => {
  context.subscriptions.push(
    vscode.commands.registerCommand("rocelint.restart", restart),
    vscode.workspace.onDidChangeConfiguration((event) => {
      const needsStart = ["path", "policy", "select", "ignore", "rulePages"].some((name) =>
        event.affectsConfiguration("rocelint." + name));
      return needsStart ? restart() : undefined;
    }));
  await inTurn(start);
};
exports.deactivate = () => inTurn(stop);
