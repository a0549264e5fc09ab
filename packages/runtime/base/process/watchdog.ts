import { RUN_MARK } from "./leftovers.ts";

/**
 * Reads which processes are meant, then waits: for a line when all is well, or for the end of its input
 * when svc has ended without a word. The kernel ends the sandbox with svc, but not what that has started.
 */
const SCRIPT = `read -r group mark || exit 0
read -r well && exit 0
kill -s KILL -- "-$group"
for round in 1 2 3 4 5 6 7 8 9 10; do
  left=$(grep -lzxF -- "${RUN_MARK}=$mark" /proc/[0-9]*/environ)
  [ -n "$left" ] || exit 0
  for file in $left; do
    pid=\${file#/proc/}
    kill -s KILL "\${pid%/environ}"
  done
done`;

/**
 * Ends a run's processes when svc is killed, which it cannot see coming. Disposed of, it ends nothing.
 *
 * @param group id of the run's process group
 * @param mark by which everything is recognised that left the group
 */
export function watchdog(group: number, mark: string): AsyncDisposable {
  const child = new Deno.Command("/bin/sh", {
    args: ["-c", SCRIPT, "svc-watchdog"],
    clearEnv: true,
    env: { PATH: "/usr/bin:/bin" },
    stdin: "piped",
    stdout: "null",
    stderr: "null",
    // What ends the group of svc must not end this.
    detached: true,
  }).spawn();
  child.unref();
  const input = child.stdin.getWriter();
  const say = (line: string) => input.write(new TextEncoder().encode(`${line}\n`)).catch(() => {});
  const told = say(`${group} ${mark}`);
  return {
    async [Symbol.asyncDispose]() {
      await told;
      await say("well");
      await input.close().catch(() => {});
      child.ref();
      await child.status;
    },
  };
}
