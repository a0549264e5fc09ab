import { equal } from "node:assert/strict";

const PROGRAM = new URL("testing/tool_program.ts", import.meta.url).pathname;

/** Runs forever, and holds a pipe open for as long as it lives. */
const BUSY = (pipe: string) => `#!/bin/sh\nexec 3>${pipe}\necho begun >&3\nwhile :; do :; done\n`;

/** What asks the kernel; a link to BusyBox cannot. */
const SETPRIV = await Deno.realPath("/usr/bin/setpriv").catch(() => "");

Deno.test({
  name: "a documentation tool that is busy dies with whoever started it",
  ignore: Deno.build.os !== "linux" || !SETPRIV.endsWith("/setpriv"),
  async fn() {
    const root = await Deno.makeTempDir({ prefix: "svc-tool-" });
    try {
      const [pipe, tool] = [`${root}/pipe`, `${root}/tool`];
      await new Deno.Command("mkfifo", { args: [pipe] }).output();
      await Deno.writeTextFile(tool, BUSY(pipe), { mode: 0o700 });
      const starter = new Deno.Command(Deno.execPath(), {
        args: ["run", "-q", "-A", "--no-check", PROGRAM, tool, root],
      }).spawn();
      using reader = await Deno.open(pipe);
      const [bytes, read] = [new Uint8Array(100), () => reader.read(bytes)];
      equal(new TextDecoder().decode(bytes.subarray(0, (await read())!)), "begun\n");
      starter.kill("SIGKILL");
      await starter.status;
      const late = Promise.withResolvers<"alive">();
      const timer = setTimeout(() => late.resolve("alive"), 60_000);
      equal(await Promise.race([read(), late.promise]), null, "the pipe has no writer any more");
      clearTimeout(timer);
    } finally {
      await Deno.remove(root, { recursive: true });
    }
  },
});
