import { deepEqual, equal, match, ok } from "node:assert/strict";
import { existsSync } from "node:fs";

const ROOT = await Deno.realPath(`${import.meta.dirname}/../..`);
const SYSTEM = `${Deno.build.os}-${Deno.build.arch === "aarch64" ? "arm64" : "x64"}`;

/** Says what it was given, waits if it is told to, and ends as it is told. */
const DENO = `#!/usr/bin/env node
process.on("SIGINT", () => process.exit(7));
process.on("SIGTERM", () => process.exit(8));
const given = process.argv.slice(2);
console.log([process.env.DENO_NO_UPDATE_CHECK, ...given].join("\\n"));
if (given.at(-1) === "wait") setInterval(() => {}, 1000);
else process.exitCode = Number(given.at(-1)) || 0;
`;

/** Where Deno's package may lie, from the folder of ours, as npm and others place it. */
const PLACES = {
  "below ours": "node_modules",
  "beside ours": "../..",
};

/** A folder of packages with ours, as it is after an installation without scripts. */
async function installed(place: keyof typeof PLACES = "below ours") {
  const folder = await Deno.makeTempDir({ prefix: "svc test-" });
  const own = `${folder}/node_modules/@svc/cli`;
  await Deno.mkdir(`${own}/bin`, { recursive: true });
  await Deno.mkdir(`${own}/dist`);
  await Deno.writeTextFile(`${own}/dist/built`, "");
  await Deno.writeTextFile(`${own}/package.json`, "{}");
  const copy = (from: string, to: string) =>
    Deno.copyFile(`${ROOT}/bin/${from}`, `${own}/bin/${to}`);
  await copy("package/svc.cjs", "svc");
  await copy("package/postinstall.cjs", "postinstall.cjs");
  await copy("svc", "svc.sh");
  await Deno.chmod(`${own}/bin/svc`, 0o755);
  const packages = `${own}/${PLACES[place]}`;
  const optional = { "@deno/other-x64": "1.0.0", [`@deno/${SYSTEM}-glibc`]: "1.0.0" };
  const binary = `${packages}/@deno/${SYSTEM}-glibc`;
  await Deno.mkdir(`${packages}/deno`, { recursive: true });
  await Deno.writeTextFile(
    `${packages}/deno/package.json`,
    JSON.stringify({ optionalDependencies: optional }),
  );
  await Deno.mkdir(binary, { recursive: true });
  await Deno.writeTextFile(`${binary}/package.json`, "{}");
  await Deno.writeTextFile(`${binary}/deno`, DENO, { mode: 0o755 });
  await Deno.symlink("node_modules/@svc/cli/bin/svc", `${folder}/svc`);
  const command = (args: string[]) =>
    new Deno.Command(`${folder}/svc`, {
      args,
      clearEnv: true,
      env: { PATH: Deno.env.get("PATH")! },
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    });
  return {
    own,
    binary,
    command,
    async run(...args: string[]) {
      const { code, stdout, stderr } = await command(args).output();
      const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
      return { code, lines: text(stdout).trimEnd().split("\n"), stderr: text(stderr) };
    },
    async postinstall(agent: string) {
      const { code } = await new Deno.Command("node", {
        args: ["bin/postinstall.cjs"],
        cwd: own,
        env: { npm_config_user_agent: agent },
      }).output();
      equal(code, 0);
      return (await Deno.readTextFile(`${own}/bin/svc`)).split("\n")[0];
    },
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

for (const place of Object.keys(PLACES) as (keyof typeof PLACES)[]) {
  Deno.test(`both launchers find Deno ${place}, and hand everything on`, async () => {
    await using made = await installed(place);
    const given = ["a b", "'\"$x", "*", "", "-V", "3"];
    const byNode = await made.run(...given);
    equal(byNode.stderr, "");
    equal(byNode.code, 3);
    deepEqual(byNode.lines, [
      "1",
      "run",
      "--quiet",
      "--allow-all",
      "--no-lock",
      "--no-config",
      `${made.own}/dist/cli.main.js`,
      ...given,
    ]);
    equal(await made.postinstall("npm/11.0.0 node/v24.0.0"), "#!/bin/sh");
    const byShell = await made.run(...given);
    deepEqual([byShell.code, byShell.stderr], [3, ""]);
    deepEqual(
      byShell.lines.map((line) => line.split("/node_modules/").at(-1)),
      byNode.lines.map((line) => line.split("/node_modules/").at(-1)),
    );
  });
}

Deno.test("a signal reaches svc, and its end is the launcher's", async () => {
  await using made = await installed();
  for (const [signal, ends] of [["SIGINT", 7], ["SIGTERM", 8]] as const) {
    const child = made.command(["wait"]).spawn();
    const reader = child.stdout.getReader();
    let heard = "";
    while (!heard.includes("wait")) heard += new TextDecoder().decode((await reader.read()).value);
    child.kill(signal);
    for (let part = await reader.read(); !part.done; part = await reader.read());
    equal((await child.status).code, ends);
    await child.stderr.cancel();
  }
});

Deno.test("without Deno for this system both launchers say so, and what to do", async () => {
  await using made = await installed();
  await Deno.remove(made.binary, { recursive: true });
  const byNode = await made.run("--version");
  equal(byNode.code, 1);
  match(byNode.stderr, new RegExp(`^error: There is no Deno for ${SYSTEM} .*\nhint: Install svc`));
  // A shell launcher that could not work is not put in the place of the other.
  equal(await made.postinstall("npm/11.0.0"), "#!/usr/bin/env node");
  await Deno.copyFile(`${made.own}/bin/svc.sh`, `${made.own}/bin/svc`);
  const byShell = await made.run("--version");
  deepEqual([byShell.code, byShell.stderr.split("\n")[1]], [1, "hint: install svc again"]);
});

Deno.test("package managers that have read the launcher's first line keep it", async () => {
  await using made = await installed();
  for (const agent of ["pnpm/10.0.0 npm/? node/v24.0.0", "yarn/4.0.0 npm/?", ""]) {
    equal(await made.postinstall(agent), "#!/usr/bin/env node");
  }
});

/** The module with which npm makes launchers on Windows; undefined where npm came without its own. */
const CMD_SHIM = await (async () => {
  const folders = Deno.env.get("PATH")!.split(":");
  const programs = folders.map((folder) => Deno.realPath(`${folder}/npm`).catch(() => ""));
  const modules = (await Promise.all(programs)).map((npm) =>
    npm.replace(/\/bin\/[^/]+$/, "/node_modules/cmd-shim")
  );
  return modules.find((path) => path !== "" && existsSync(path));
})();

Deno.test({
  name: "npm's launchers for Windows start ours with Node, none with a shell",
  ignore: CMD_SHIM === undefined,
  async fn() {
    await using made = await installed();
    const script = `require(${JSON.stringify(CMD_SHIM)})("bin/svc", "shims/svc")`;
    const { success, stderr } = await new Deno.Command("node", {
      args: ["-e", script],
      cwd: made.own,
    })
      .output();
    ok(success, new TextDecoder().decode(stderr));
    const cmd = await Deno.readTextFile(`${made.own}/shims/svc.cmd`);
    match(cmd, /"%_prog%" +"%dp0%\\\.\.\\bin\\svc" %\*/);
    match(cmd, /SET "_prog=%dp0%\\node\.exe"/);
    match(
      await Deno.readTextFile(`${made.own}/shims/svc.ps1`),
      /node\$exe" +"\$basedir\/\.\.\/bin\/svc" \$args/,
    );
  },
});
