#!/usr/bin/env node
// Starts svc with Node, on every system that npm knows: npm's launchers for Windows start what the
// first line names. Where npm runs postinstall.cjs, the shell script svc.sh stands in this place.
"use strict";
const { spawn } = require("node:child_process");
const { existsSync } = require("node:fs");
const { createRequire } = require("node:module");
const { dirname, isAbsolute, join } = require("node:path");

const root = dirname(__dirname);
const system = `${process.platform}-${process.arch}`;
const deno = process.env.SVC_DENO || findDeno();
if (deno === undefined) {
  process.stderr.write(
    `error: There is no Deno for ${system} beside svc\n` +
      (onMusl()
        ? "hint: Deno has no build for Alpine and others with musl; use a system with glibc.\n"
        : "hint: Install svc again with npm, without --omit=optional.\n"),
  );
  process.exit(1);
}

const env = { ...process.env, DENO_NO_UPDATE_CHECK: "1" };
// The base directory specification tells to ignore a relative folder; Deno would make it here.
if (!isAbsolute(env.XDG_CACHE_HOME ?? "")) delete env.XDG_CACHE_HOME;

const child = spawn(deno, [
  "run",
  "--quiet",
  "--allow-all",
  "--no-lock",
  "--no-config",
  join(root, "dist", "cli.main.js"),
  ...process.argv.slice(2),
], { stdio: "inherit", env });

// A terminal sends Ctrl-C to both processes: passed on, the child would take it for a second one.
const atTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY;
process.on("SIGINT", () => atTerminal || child.kill("SIGINT"));
for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));

child.on("error", (error) => {
  process.stderr.write(
    `error: Deno could not be started: ${error.message}\n` +
      "hint: Install svc again with npm.\n",
  );
  process.exitCode = 1;
});
child.on("exit", (code, signal) => {
  if (signal === null) process.exitCode = code;
  else {
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  }
});

/** The Deno of this system: npm installs one of the packages that the package deno names. */
function findDeno() {
  const program = process.platform === "win32" ? "deno.exe" : "deno";
  try {
    const manifest = require.resolve("deno/package.json");
    const { resolve } = createRequire(manifest);
    for (const name of Object.keys(require(manifest).optionalDependencies)) {
      if (!`${name}-`.startsWith(`@deno/${system}-`)) continue;
      try {
        const path = join(dirname(resolve(`${name}/package.json`)), program);
        if (existsSync(path)) return path;
      } catch {
        // Not installed: it is for another system, or for another C library.
      }
    }
  } catch {
    // The package deno is missing.
  }
  return undefined;
}

function onMusl() {
  return process.platform === "linux" &&
    process.report.getReport().header.glibcVersionRuntime === undefined;
}
