import assert from "node:assert/strict";
import { initRepository } from "@svc/runtime/repository";
import { temporaryFolder } from "../../packages/runtime/testing/extension.ts";
import { LAUNCHER } from "../process/svc.ts";

Deno.test("the installed client has jq in it, which is read for --jq alone", async () => {
  const printed = async (...args: string[]) => {
    const { code, stdout, stderr } = await new Deno.Command(LAUNCHER, { args }).output();
    assert.equal(code, 0, new TextDecoder().decode(stderr));
    return new TextDecoder().decode(stdout);
  };
  assert.equal(
    await printed("help", "--jq", '[.commands[].path | select(test("^auth tok"))] | length'),
    "3\n",
  );
  assert.equal(
    await printed("version", "--jq", '.version | split(".") | map(tonumber > 0)'),
    "[true,true,true]\n",
  );
});

Deno.test("Ctrl-C ends an expression that never ends, also after a run has handled signals", async () => {
  await using folder = await temporaryFolder();
  await initRepository(folder.path);
  const env = { HOME: folder.path, XDG_CONFIG_HOME: folder.path };
  const svc = (...args: string[]) =>
    new Deno.Command(LAUNCHER, {
      args,
      cwd: folder.path,
      env,
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    });
  assert.ok((await svc("behavior", "create", "command/shell", "sh").output()).success);
  const line = ["behavior", "run", "sh", "execute", "--input", "run=true"];
  const child = svc(...line, "--jq", "last(repeat(1))").spawn();
  // More processor time than all before takes: then it is the expression that runs.
  await untilBusy(child.pid, 3);
  child.kill("SIGINT");
  const { code, stdout } = await child.output();
  assert.deepEqual([code, stdout.length], [130, 0]);
});

/** Waits until a process has used so many seconds of processor time. */
async function untilBusy(pid: number, seconds: number): Promise<void> {
  for (;;) {
    const fields = (await Deno.readTextFile(`/proc/${pid}/stat`)).split(") ")[1]!.split(" ");
    assert.notEqual(fields[0], "Z", "it ended by itself");
    // In hundredths of a second, which is what Linux tells on each machine.
    if (Number(fields[11]) >= seconds * 100) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
