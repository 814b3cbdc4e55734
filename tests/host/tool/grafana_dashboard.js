#!/usr/bin/env node
// SPDX-License-Identifier: BSD-2-Clause
// Check a dashboard with the types that Grafana publishes. Prints what is wrong with it, and fails.
//
//   grafana_dashboard.js dashboard.json FOLDER   FOLDER is for temporary files
//   grafana_dashboard.js --version               print the version of the types; fails if they or tsc aren't installed
const fs = require("node:fs");
const path = require("node:path");
const { spawnSync } = require("node:child_process");

// The folder of global npm packages of this node, or of Debian's npm.
const own = path.join(path.dirname(process.execPath), "../lib/node_modules");
const types = path.dirname(
  require.resolve("@grafana/schema/package.json", {
    paths: [own, "/usr/local/lib/node_modules", "/usr/lib/node_modules"],
  }),
);

function tsc(...args) {
  const { status, stdout, error } = spawnSync("tsc", args, { encoding: "utf8" });
  if (error) {
    throw error;
  }
  return { status, stdout };
}

// A query has fields of its data source besides Grafana's.
const COMMON = ["refId", "hide", "queryType", "datasource"];
const queries = (_, value) =>
  value?.refId ? Object.fromEntries(COMMON.filter((k) => k in value).map((k) => [k, value[k]])) : value;

const [file, folder] = process.argv.slice(2);
if (file === "--version") {
  tsc("--version");
  console.log(JSON.parse(fs.readFileSync(path.join(types, "package.json"), "utf8")).version);
} else {
  // Inputs and requirements are of the import, not of the dashboard.
  const { __inputs, __requires, ...dashboard } = JSON.parse(fs.readFileSync(file, "utf8"), queries);
  const source = path.join(folder, "dashboard.ts");
  const type = JSON.stringify(path.join(types, "dist/types/index"));
  const value = JSON.stringify(dashboard, null, 1);
  fs.writeFileSync(source, `import type { Dashboard } from ${type};\nexport const d: Dashboard = ${value};\n`);
  const { status, stdout } = tsc(
    ..."--noEmit --strict --skipLibCheck --moduleResolution node --module esnext --target esnext".split(" "),
    source,
  );
  console.log(stdout);
  process.exitCode = status;
}
