#!/usr/bin/env node
// SPDX-License-Identifier: BSD-2-Clause
// Check an action's description with npm's validator. Prints what is wrong with it, as JSON, and fails.
//
//   action_yaml.js action.yml
//   action_yaml.js --version     print the version of the validator; fails if it isn't installed
const fs = require("node:fs");
const path = require("node:path");

// The folder of global npm packages of this node, or of Debian's npm.
const own = path.join(path.dirname(process.execPath), "../lib/node_modules");
const entry = require.resolve("@action-validator/core", {
  paths: [own, "/usr/local/lib/node_modules", "/usr/lib/node_modules"],
});

const [file] = process.argv.slice(2);
if (file === "--version") {
  console.log(JSON.parse(fs.readFileSync(path.join(path.dirname(entry), "package.json"), "utf8")).version);
} else {
  const { errors } = require(entry).validateAction(fs.readFileSync(file, "utf8"));
  if (errors.length > 0) {
    console.log(JSON.stringify(errors, null, 2));
    process.exitCode = 1;
  }
}
