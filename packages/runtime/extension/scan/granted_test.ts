// What the scan names with an entry is enough: granted, the call passes the sandbox.
import { deepEqual, equal, ok } from "node:assert/strict";
import { type FoundUse, PERMISSION_KINDS, type Permissions } from "@svc/core/permission";
import { initRepository } from "../../repository/init.ts";
import { repositoryAt } from "../../repository/repository.ts";
import { enforcedPermissions } from "../../consent/permissions/flags.ts";
import { temporaryFolder } from "../../testing/extension.ts";
import { scanTogether } from "./module.ts";

const IMPORTS = `import os from "node:os"; import fs from "node:fs"; import path from "node:path";
import process from "node:process"; import child from "node:child_process"; import http from "node:http";
import net from "node:net"; import { promisify } from "node:util"; import { DatabaseSync } from "node:sqlite";
`;

/** Calls by what they need; each is tried alone. */
const CALLS: Readonly<Record<string, readonly string[]>> = {
  sys: [
    ..."hostname osRelease osUptime loadavg networkInterfaces systemMemoryInfo uid gid".split(" ")
      .map((name) => `Deno.${name}()`),
    ..."hostname release uptime loadavg networkInterfaces totalmem freemem cpus homedir userInfo"
      .split(" ").map((name) => `os.${name}()`),
    "os.version()",
    "os.getPriority()",
    "process.getuid()",
    "process.getgid()",
    "process.geteuid()",
    "process.getegid()",
    "process.constrainedMemory()",
    "process.availableMemory()",
  ],
  files: [
    'await Deno.readTextFile("data/in.txt")',
    "Deno.readFileSync(`data/${process.argv.length}.txt`)",
    'await Deno.stat("data/in.txt")',
    'for await (const _ of Deno.readDir("data")) break',
    'await Deno.writeTextFile("out/a.txt", "x")',
    'await Deno.mkdir("out/deep/er", { recursive: true })',
    'await Deno.copyFile("data/in.txt", "out/copy.txt")',
    'await Deno.rename("out/a.txt", "out/b.txt")',
    'await Deno.remove("out/b.txt")',
    '(await Deno.open("out/c.txt", { write: true, create: true })).close()',
    '(await Deno.open("out/c.txt", { read: true, append: true })).close()',
    '(await Deno.open("data/in.txt")).close()',
    'await Deno.realPath("data/in.txt")',
    'await Deno.truncate("out/c.txt")',
    'await Deno.chmod("out/c.txt", 0o600)',
    'await Deno.link("data/in.txt", "out/link.txt")',
    'fs.readFileSync(path.join(Deno.cwd(), "data", "in.txt"))',
    'fs.existsSync("data/in.txt")',
    'fs.readdirSync("data")',
    'fs.writeFileSync("out/d.txt", "x")',
    'fs.appendFileSync("out/d.txt", "x")',
    'await fs.promises.mkdir("out/e", { recursive: true })',
    'fs.copyFileSync("data/in.txt", "out/f.txt")',
    'fs.renameSync("out/f.txt", "out/g.txt")',
    'fs.rmSync("out/g.txt", { force: true })',
    'fs.closeSync(fs.openSync("out/h.txt", "w"))',
    'fs.closeSync(fs.openSync("data/in.txt", "r"))',
    'fs.mkdtempSync("out/tmp-")',
    'fs.statfsSync("data")',
    'new DatabaseSync("out/x.db").close()',
  ],
  programs: [
    'await new Deno.Command("true").output()',
    'child.execFileSync("true")',
    'if (child.spawnSync("true").error) throw child.spawnSync("true").error',
    'await promisify(child.execFile)("true")',
    'child.execSync("true")',
  ],
  network: [
    'await fetch("http://localhost:9/")',
    "await fetch(`http://127.0.0.1:${9}/x`)",
    "await fetch(`http://${process.argv.length}.svc.localhost/`)",
    'await Deno.connect({ hostname: "127.0.0.1", port: 9 })',
    "await Deno.connect({ port: 9 })",
    'await new Promise((_, no) => http.get("http://localhost:9/x").on("error", no))',
    'await new Promise((_, no) => http.get({ host: "127.0.0.1", port: 9 }).on("error", no))',
    'await new Promise((_, no) => net.connect(9, "127.0.0.1").on("error", no))',
    "await new Promise((_, no) => net.connect({ port: 9 }).on('error', no))",
    'await Deno.serve({ port: 0, hostname: "127.0.0.1" }, () => new Response()).shutdown()',
    'Deno.listen({ port: 0, hostname: "127.0.0.1" }).close()',
  ],
};

for (const [kind, calls] of Object.entries(CALLS)) {
  Deno.test(`granted what the scan found, no call for ${kind} is refused by the sandbox`, async () => {
    await using folder = await temporaryFolder();
    const root = await Deno.realPath(folder.path);
    await initRepository(root);
    await Deno.mkdir(`${root}/data`);
    await Deno.mkdir(`${root}/scratch`);
    await Deno.mkdir(`${root}/out`);
    await Deno.writeTextFile(`${root}/data/in.txt`, "x");
    const code = IMPORTS + calls.map((call, index) =>
      `try { ${call}; } catch (error) {` +
      ` if (/Requires .* access|EPERM|EACCES|Command failed/.test(error + error.code)) {` +
      ` console.log(${index}, String(error)); } }\n`
    ).join("");
    const found = scanTogether([{
      entry: "models/x.ts",
      code,
      map: JSON.stringify({ version: 3, sources: [], names: [], mappings: "" }),
    }]);
    equal(found.filter(({ entry }) => entry === undefined).length, 0, JSON.stringify(found));
    const refused = (permissions: Permissions) => run(root, code, permissions);
    deepEqual(await refused(granted(found)), []);
    // Without the grants they are refused, so that the calls show something.
    const alone = await refused({});
    ok(alone.length > calls.length * 0.75, `${alone.length} of ${calls.length} are refused`);
  });
}

/** The entries of what was found. */
function granted(found: readonly FoundUse[]): Permissions {
  return Object.fromEntries(PERMISSION_KINDS.map((kind) => [
    kind,
    [...new Set(found.filter((one) => one.kind === kind).map(({ entry }) => entry!))],
  ]));
}

/** The calls that the sandbox refuses, with its words. */
async function run(root: string, code: string, permissions: Permissions): Promise<string[]> {
  const { flags } = enforcedPermissions({
    permissions,
    repository: repositoryAt(root),
    scratch: `${root}/scratch`,
    filesRoot: undefined,
  });
  await Deno.writeTextFile(`${root}/main.js`, code);
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-config", "--no-prompt", ...flags, "--ignore-env", "main.js"],
    cwd: root,
  }).output();
  const text = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  return text.split("\n").filter((line) => line !== "");
}
