/**
 * Runs the command `start`, and when this process ends, however it ends, the command `stop`; then
 * removes the folder.
 *
 * @returns once `start` has succeeded
 * @throws Error with the end of `log` when it fails
 */
export async function startTied(
  { folder, start, stop, log }: {
    folder: string;
    start: readonly string[];
    stop: readonly string[];
    log: string;
  },
): Promise<AsyncDisposable> {
  const script = `if ${quoted(start)} </dev/null >/dev/null 2>&1; then echo started
    cat >/dev/null; ${quoted(stop)} >/dev/null 2>&1
  else tail -c 2000 ${quoted([log])} >&2; fi
  exec rm -rf ${quoted([folder])}`;
  const child = new Deno.Command("/bin/sh", {
    args: ["-c", script],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
    // A group of its own: who ends this process by its group, as Ctrl-C does, ends the watch with it.
    detached: true,
  }).spawn();
  const end = async () => {
    await child.stdin.close().catch(() => undefined);
    const said = await new Response(child.stderr).text();
    await child.status;
    return said;
  };
  const reader = child.stdout.getReader();
  const { done } = await reader.read();
  await reader.cancel();
  if (done) throw new Error(`${start.join(" ")} failed: ${await end()}`);
  return { [Symbol.asyncDispose]: async () => void await end() };
}

function quoted(words: readonly string[]): string {
  return words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
}
