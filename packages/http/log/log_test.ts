import assert from "node:assert/strict";
import { generateKey } from "@svc/core/key";
import { createLog, type LogFormat } from "./log.ts";

function written(format: LogFormat, fields: Record<string, string | number | undefined>): string {
  let text = "";
  createLog(format, () => new Date(0), (line) => text += line).info("thing.done", fields);
  return text;
}

Deno.test("a line is one JSON object, or text with quoted values that cannot break the line", () => {
  assert.deepEqual(JSON.parse(written("json", { name: "a", count: 2, absent: undefined })), {
    time: "1970-01-01T00:00:00.000Z",
    level: "info",
    event: "thing.done",
    name: "a",
    count: 2,
  });
  assert.equal(
    written("text", { name: "a\nforged line" }),
    '1970-01-01T00:00:00.000Z info thing.done name="a\\nforged line"\n',
  );
  assert.equal(written("off", { name: "a" }), "");
});

Deno.test("no secret reaches a line: fields named like one are dropped, keys are masked", () => {
  for (const key of [generateKey("personal"), generateKey("collective")]) {
    const line = written("json", { path: `/x?key=${key}`, apiKey: key, password: "p", token: key });
    assert.ok(!line.includes(key) && !line.includes("password"));
    assert.ok(line.includes("svc_[masked]"));
  }
});

/** What reaches stderr of some lines, when it takes each write as `take` says: so many bytes, or none. */
function toStderr(lines: readonly string[], take: (write: number) => number | Error): string {
  const { writeSync } = Deno.stderr;
  let text = "";
  let writes = 0;
  Deno.stderr.writeSync = (bytes) => {
    const taken = take(writes++);
    if (taken instanceof Error) throw taken;
    text += new TextDecoder().decode(bytes.subarray(0, taken));
    return Math.min(taken, bytes.length);
  };
  try {
    const log = createLog("text", () => new Date(0));
    for (const line of lines) log.info(line);
  } finally {
    Deno.stderr.writeSync = writeSync;
  }
  return text.replaceAll("1970-01-01T00:00:00.000Z info ", "");
}

Deno.test("a line that is taken in pieces arrives whole, and one that is not taken is lost alone", () => {
  assert.equal(toStderr(["one", "two"], () => 7), "one\ntwo\n");
  const full = new Deno.errors.WouldBlock("full");
  assert.equal(toStderr(["one", "two"], (write) => write === 0 ? full : 1000), "two\n");
  const half = (write: number) => write === 0 ? 32 : write === 1 ? full : 1000;
  assert.equal(toStderr(["one", "two", "three"], half), "on\ntwo\nthree\n");
});

Deno.test("a program goes on when nobody reads its log any more", async () => {
  const program = `
    import { createLog } from ${JSON.stringify(import.meta.resolve("./log.ts"))};
    await Deno.stdin.read(new Uint8Array(1));
    createLog("json", () => new Date(0)).info("unread");
    console.log("on");
  `;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["eval", "--no-check", "--ext=ts", program],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  await child.stderr.cancel();
  const writer = child.stdin.getWriter();
  await writer.write(new Uint8Array(1));
  await writer.close();
  assert.equal(await new Response(child.stdout).text(), "on\n");
  assert.equal((await child.status).code, 0);
});
