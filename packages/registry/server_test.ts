import assert from "node:assert/strict";
import { CONFIG, MAIN, startProcess } from "./testing/process.ts";

Deno.test("SIGTERM: says that it is not ready while it drains, then ends with status 0 and a closed store", async () => {
  const data = await Deno.makeTempDir({ prefix: "svc-term-" });
  try {
    const server = await startProcess(data, { SVC_DRAIN: "600" });
    const ask = async (path: string) => {
      const answer = await fetch(`${server.url}${path}`);
      return { status: answer.status, body: await answer.json() };
    };
    assert.equal((await ask("/readyz")).status, 200);
    server.signal("SIGTERM");
    while ((await ask("/readyz")).status !== 503);
    assert.match((await ask("/readyz")).body.error, /^Not ready: the server is stopping$/);
    assert.equal((await ask("/healthz")).body.status, "ok");
    assert.equal((await ask("/api/v1/extensions/search")).status, 200);
    // A second signal ends the drain.
    const status = await server.end("SIGTERM");
    assert.deepEqual([status.code, status.signal], [0, null]);
    await assert.rejects(Deno.stat(`${data}/svc.db-wal`), Deno.errors.NotFound);
  } finally {
    await Deno.remove(data, { recursive: true });
  }
});

Deno.test("a second server on the same data folder does not start, and one after a kill does", async () => {
  const data = await Deno.makeTempDir({ prefix: "svc-two-" });
  try {
    const server = await startProcess(data);
    const second = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--quiet", "-A", "--no-check", "--config", CONFIG, MAIN],
      env: { SVC_DATA: data, SVC_PORT: "0" },
      stdout: "null",
      stderr: "piped",
    }).output();
    assert.equal(second.code, 1);
    assert.match(
      new TextDecoder().decode(second.stderr),
      /^error: Another registry is using the data folder .*\nhint: Stop it first/,
    );
    assert.equal((await (await fetch(`${server.url}/healthz`)).json()).status, "ok");
    await server.end("SIGKILL");
    await (await startProcess(data)).end("SIGTERM");
  } finally {
    await Deno.remove(data, { recursive: true });
  }
});

Deno.test("a bad setting or an unknown argument stops the start by its name, before anything is created", async () => {
  const parent = await Deno.makeTempDir();
  const data = `${parent}/data`;
  const { code, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "-A", "--no-check", "--config", CONFIG, MAIN],
    env: { SVC_DATA: data, SVC_PORT: "http" },
    stdout: "null",
    stderr: "piped",
  }).output();
  assert.equal(code, 1);
  const bogus = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "-A", "--no-check", "--config", CONFIG, MAIN, "--bogus"],
    env: { SVC_DATA: data },
    stdout: "null",
    stderr: "piped",
  }).output();
  assert.equal(bogus.code, 1);
  assert.match(new TextDecoder().decode(bogus.stderr), /^error: .*'--bogus'/);
  assert.match(new TextDecoder().decode(stderr), /^error: .*\n\s+SVC_PORT: "http" is not allowed/);
  await assert.rejects(Deno.stat(data), Deno.errors.NotFound);
  await Deno.remove(parent, { recursive: true });
});
