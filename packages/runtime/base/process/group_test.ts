import { equal } from "node:assert/strict";
import { killerOf } from "./group.ts";

/** A process that says again what it is told. */
function echo(): Deno.ChildProcess {
  return new Deno.Command("cat", { stdin: "piped", stdout: "piped", detached: true }).spawn();
}

Deno.test("a child that lives is killed", async () => {
  const child = echo();
  killerOf(child)();
  equal((await child.status).signal, "SIGKILL");
  await Promise.all([child.stdin.abort().catch(() => {}), child.stdout.cancel()]);
});

Deno.test("who has the id of a child that has ended is left alone", async () => {
  const other = echo();
  const ended = Promise.resolve({ success: true, code: 0, signal: null });
  const kill = killerOf({ pid: other.pid, kill: (signal) => other.kill(signal), status: ended });
  await ended;
  kill();
  const writer = other.stdin.getWriter();
  await writer.write(new TextEncoder().encode("alive"));
  await writer.close();
  equal(await new Response(other.stdout).text(), "alive");
  equal((await other.status).success, true);
});
