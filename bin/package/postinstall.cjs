// After an installation by npm on Linux or macOS: puts the shell script in the place of the launcher
// for Node, which takes three times as long. Nothing depends on it: npm may not run it, and other
// package managers have read the launcher's first line by then.
"use strict";
const { spawnSync } = require("node:child_process");
const { chmodSync, copyFileSync, renameSync, rmSync } = require("node:fs");
const { join } = require("node:path");

const byNpm = (process.env.npm_config_user_agent || "").startsWith("npm/");
if (byNpm && process.platform !== "win32") {
  const script = join(__dirname, "svc.sh");
  const aside = join(__dirname, `svc.${process.pid}`);
  try {
    const { status } = spawnSync("/bin/sh", [script, "--version"], { stdio: "ignore" });
    if (status === 0) {
      copyFileSync(script, aside);
      chmodSync(aside, 0o755);
      renameSync(aside, join(__dirname, "svc"));
    }
  } catch {
    rmSync(aside, { force: true });
  }
}
