import assert from "node:assert/strict";
import { initRepository } from "@svc/runtime/repository";
import { VERSION } from "@svc/core/release";
import { temporaryFolder } from "../../packages/runtime/testing/extension.ts";
import { untilGone } from "../../packages/runtime/testing/process.ts";
import { LAUNCHER } from "../process/svc.ts";

/** Runs the real launcher as a process of its own. */
async function launch(args: string[], options: Partial<Deno.CommandOptions> = {}) {
  const { code, stdout, stderr } = await new Deno.Command(LAUNCHER, {
    args,
    stdin: "null",
    clearEnv: true,
    env: { PATH: Deno.env.get("PATH")!, HOME: "/nonexistent" },
    ...options,
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, stdout: text(stdout), stderr: text(stderr) };
}

Deno.test("the launcher works from any folder and through a link", async () => {
  await using folder = await temporaryFolder();
  await Deno.symlink(LAUNCHER, `${folder.path}/svc`);
  const linked = await new Deno.Command(`${folder.path}/svc`, {
    args: ["--version"],
    cwd: folder.path,
  }).output();
  assert.equal(new TextDecoder().decode(linked.stdout), `svc ${VERSION}\n`);
  const byShell = await new Deno.Command("sh", {
    args: ["svc", "-V"],
    cwd: LAUNCHER.replace(/\/svc$/, ""),
  }).output();
  assert.equal(new TextDecoder().decode(byShell.stdout), `svc ${VERSION}\n`);
});

Deno.test("an error goes to stderr alone, with its exit code", async () => {
  const unknown = await launch(["auth", "whaomi"]);
  assert.deepEqual([unknown.code, unknown.stdout], [2, ""]);
  assert.match(unknown.stderr, /^error: Unknown command .*\nhint: Did you mean 'svc auth whoami'/);
  const anonymous = await launch(["auth", "whoami", "--json"]);
  assert.deepEqual([anonymous.code, anonymous.stdout], [4, ""]);
  assert.equal(JSON.parse(anonymous.stderr).code, "not_authenticated");
});

Deno.test("a result goes to stdout alone", async () => {
  const help = await launch(["auth", "--help"]);
  assert.deepEqual([help.code, help.stderr], [0, ""]);
  assert.match(help.stdout, /^Usage: svc auth <command>/m);
});

Deno.test("a reader that has seen enough is not an error", async () => {
  const piped = await new Deno.Command("sh", {
    args: ["-c", `"${LAUNCHER}" help --json | head -n 1`],
  }).output();
  assert.equal(new TextDecoder().decode(piped.stdout), "{\n");
  assert.equal(new TextDecoder().decode(piped.stderr), "");
});

Deno.test("what is wrong around svc is told without a stack", async () => {
  const nowhere = await launch(["auth", "whoami"], {
    clearEnv: true,
    env: { PATH: Deno.env.get("PATH")! },
  });
  assert.equal(nowhere.code, 1);
  assert.match(
    nowhere.stderr,
    /^error: There is no folder for svc's configuration\nhint: Set HOME/,
  );
});

Deno.test("Ctrl-C stops a run in good order: exit 1, cancelled, nothing left running", async () => {
  await using folder = await temporaryFolder();
  await initRepository(folder.path);
  const env = { PATH: Deno.env.get("PATH")!, HOME: folder.path };
  const made = await launch(["behavior", "create", "command/shell", "sleeper"], {
    cwd: folder.path,
    env,
  });
  assert.equal(made.code, 0, made.stderr);
  const child = new Deno.Command(LAUNCHER, {
    args: ["behavior", "run", "sleeper", "execute", "--input", "run=echo begun $$; exec sleep 60"],
    cwd: folder.path,
    clearEnv: true,
    env,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let stderr = "";
  for await (const text of child.stderr.pipeThrough(new TextDecoderStream())) {
    if (!stderr.includes("begun") && (stderr + text).includes("begun")) child.kill("SIGINT");
    stderr += text;
  }
  const { code } = await child.status;
  assert.equal(code, 1);
  assert.equal(await new Response(child.stdout).text(), "");
  assert.match(stderr, /Stopping the run; interrupt again to kill it\.\n/);
  assert.match(stderr, /error: .*cancelled/);
  // Killed at the very end, it may take a moment to be gone.
  await untilGone(Number(/begun (\d+)/.exec(stderr)![1]));
});

Deno.test("bash asks svc for behaviors, and offers no files in their place", async () => {
  await using folder = await temporaryFolder();
  const at = { cwd: folder.path, env: { PATH: Deno.env.get("PATH")!, HOME: folder.path } };
  await launch(["init"], at);
  for (const name of ["shell-one", "shell-two"]) {
    assert.equal((await launch(["behavior", "create", "command/shell", name], at)).code, 0);
  }
  const { stdout: script } = await launch(["completions", "bash"]);
  const reply = async (last: string) => {
    const { stdout, stderr } = await new Deno.Command("bash", {
      args: [
        "--noprofile",
        "--norc",
        "-c",
        `${script}\nCOMP_WORDS=('${LAUNCHER}' behavior run '${last}'); COMP_CWORD=3; _svc; ` +
        `printf '%s\\n' "\${COMPREPLY[@]}"`,
      ],
      ...at,
    }).output();
    assert.equal(new TextDecoder().decode(stderr), "");
    return new TextDecoder().decode(stdout).trim().split("\n");
  };
  assert.deepEqual(await reply("shell-t"), ["shell-two"]);
  assert.deepEqual(await reply("beha"), [""]);
});
