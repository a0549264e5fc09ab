import assert from "node:assert/strict";

/** A process that listens for interruptions and does nothing else, told apart by what it prints. */
function listening() {
  const module = `${import.meta.dirname}/interruption.ts`;
  const script = `
    import { interruption } from ${JSON.stringify(`file://${module}`)};
    const say = (line) => Deno.stdout.writeSync(new TextEncoder().encode(line + "\\n"));
    using interrupted = interruption(say);
    interrupted.signal.addEventListener("abort", () => say("aborted"));
    say("listening");
    await new Promise(() => setInterval(() => {}, 1000));
  `;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["eval", "--no-config", "--ext=ts", script],
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  return child;
}

Deno.test("the first interruption aborts, the second ends the process with 130", async () => {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    const child = listening();
    let seen = "";
    for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
      const before = seen;
      seen += text;
      for (const cue of ["listening", "aborted"]) {
        if (seen.includes(cue) && !before.includes(cue)) child.kill(signal);
      }
    }
    assert.match(seen, /listening\nStopping the run; interrupt again to kill it\.\naborted\n/);
    assert.equal((await child.status).code, 130);
  }
});
