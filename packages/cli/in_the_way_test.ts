import assert from "node:assert/strict";
import { initRepository } from "@svc/runtime/repository";
import { svc, temporaryConfig } from "./testing/host.ts";

const PLACES = [".svc", ".svc/locks", ".svc/data", ".svc/outputs", ".svc/types", "behaviors"];

const COMMANDS = [
  "behavior create command/shell hi --json",
  "behavior run hi execute --input command=true",
  "behavior search",
  "behavior history search",
  "vault create local_encryption main",
  "extension list",
  "extension install",
  "data list hi",
  "doctor",
];

Deno.test("a file or pipe in the place of a folder of svc is named, and nothing waits for it", async () => {
  for (const place of PLACES) {
    for (const kind of ["file", "pipe"]) {
      await using folder = await temporaryConfig();
      await initRepository(folder.path);
      const path = `${folder.path}/${place}`;
      await Deno.remove(path, { recursive: true }).catch(() => {});
      if (kind === "file") await Deno.writeTextFile(path, "x");
      else await new Deno.Command("mkfifo", { args: [path] }).output();
      let named = 0;
      for (const line of COMMANDS) {
        const { exit, stderr } = await svc(line.split(" "), {
          cwd: folder.path,
          env: { XDG_CONFIG_HOME: `${folder.path}/config` },
        });
        const what = `${kind} ${place}: ${line}: ${stderr}`;
        assert.doesNotMatch(stderr, /bug in svc/, what);
        assert.notEqual(exit, 2, what);
        if (exit === 1 && stderr.includes(`${folder.path}/${place.split("/")[0]}`)) named++;
      }
      const kept = await Deno.lstat(path);
      assert.ok(kind === "file" ? kept.isFile : kept.isFifo, `${kind} ${place} is still there`);
      if (place === ".svc" || place === "behaviors") assert.ok(named > 0, `${kind} ${place}`);
    }
  }
});

Deno.test("no file of a repository that claims to be as large as a disk keeps a command busy", async () => {
  const lines = {
    ".svc.yaml": ["behavior search", "model type search", "extension list", "vault list", "doctor"],
    "upstream_extensions.json": ["extension list", "extension install", "doctor"],
    "behaviors/command/shell/hi.yaml": ["behavior search", "behavior run hi execute"],
    "vaults/local_encryption/main.yaml": ["vault list", "doctor"],
  };
  for (const [file, commands] of Object.entries(lines)) {
    await using folder = await temporaryConfig();
    await initRepository(folder.path);
    const path = `${folder.path}/${file}`;
    await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
    await Deno.writeTextFile(path, "");
    await Deno.truncate(path, 3 * 1024 ** 3);
    for (const line of commands) {
      const { stderr } = await svc(line.split(" "), {
        cwd: folder.path,
        env: { XDG_CONFIG_HOME: `${folder.path}/config` },
      });
      // Read whole, it would end in a failure to allocate.
      assert.doesNotMatch(stderr, /bug in svc|allocate/, `${file}: ${line}: ${stderr}`);
    }
  }
});
