#!/usr/bin/env node
// SPDX-License-Identifier: BSD-2-Clause
// A session of `spoor mcp` with the official client of npm. Prints what the server answered, as JSON.
//
//   mcp_client.js TOOL RECORDING ELF
//   mcp_client.js --version          print the version of the client; fails if it isn't installed
const fs = require("node:fs");
const path = require("node:path");

// The folder of global npm packages of this node, or of Debian's npm.
const own = path.join(path.dirname(process.execPath), "../lib/node_modules");
const from = (name) => require.resolve(name, { paths: [own, "/usr/local/lib/node_modules", "/usr/lib/node_modules"] });

const SDK = "@modelcontextprotocol/sdk";
const [tool, recording, elf] = process.argv.slice(2);

function version() {
  const entry = from(`${SDK}/client/index.js`);
  const root = entry.slice(0, entry.indexOf(SDK) + SDK.length);
  return JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8")).version;
}

async function main() {
  if (tool === "--version") {
    console.log(version());
    return;
  }
  const { Client } = require(from(`${SDK}/client/index.js`));
  const { StdioClientTransport } = require(from(`${SDK}/client/stdio.js`));
  const client = new Client({ name: "test", version: "1" });
  await client.connect(new StdioClientTransport({ command: tool, args: ["mcp"] }));
  const call = async (name, args) => {
    const result = await client.callTool({ name, arguments: args });
    return { failed: result.isError ?? false, text: result.content[0].text };
  };
  const refused = async (name, args) => {
    try {
      await client.callTool({ name, arguments: args });
      return null;
    } catch (e) {
      return { code: e.code, message: e.message };
    }
  };
  const answers = {
    server: client.getServerVersion(),
    tools: (await client.listTools()).tools.map((t) => ({ name: t.name, required: t.inputSchema.required })),
    ping: await client.ping(),
    early: await call("explain", {}),
    missing: await call("open_recording", { path: `${recording}.none` }),
    open: await call("open_recording", { path: recording, elf }),
    explain: await call("explain", { top: 1 }),
    table: await call("table", { name: "threads", recording: 1, sort: "-run_us" }),
    path: await call("critical_path", { thread: "high" }),
    sql: await call("sql", { query: "SELECT thread FROM waits ORDER BY thread" }),
    wrongSql: await call("sql", { query: "SELECT" }),
    noTable: await call("table", { name: "no-such-table" }),
    noRecording: await call("explain", { recording: 7 }),
    noTool: await refused("no_such_tool", {}),
    noArgument: await refused("table", {}),
    wrongArgument: await refused("explain", { top: "x" }),
  };
  await client.close();
  console.log(JSON.stringify(answers));
}

main().catch((e) => {
  console.error(e.message);
  process.exit(1);
});
