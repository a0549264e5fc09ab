// What strangers send, tried from outside the server's process.
import assert from "node:assert/strict";
import { isRunning } from "../runtime/testing/process.ts";
import { closeServices } from "./open.ts";
import { packageOf } from "./testing/extensions/package.ts";
import { addCollective, addPerson } from "./testing/extensions/people.ts";
import { push, quietly, type ServerProcess, startProcess } from "./testing/process.ts";

/** A server of its own with a person who may publish. */
async function server(): Promise<ServerProcess & AsyncDisposable & { key: string }> {
  const data = await Deno.makeTempDir({ prefix: "svc-edge-" });
  const before = await quietly(data);
  await addCollective(before, "acme");
  const key = await addPerson(before, "ada", { acme: "member" });
  await closeServices(before);
  const process = await startProcess(data);
  return {
    ...process,
    key,
    async [Symbol.asyncDispose]() {
      await process.end("SIGKILL");
      await Deno.remove(data, { recursive: true });
    },
  };
}

/** The processes that a process started and whose command line names `script`. */
async function childrenOf(parent: number, script: string): Promise<number[]> {
  const found: number[] = [];
  for await (const { name } of Deno.readDir("/proc")) {
    const [stat, command] = await Promise.all(
      ["stat", "cmdline"].map((file) => Deno.readTextFile(`/proc/${name}/${file}`).catch(() => "")),
    );
    // The parent's number is the second field after the program's name, which is in brackets.
    const ppid = stat!.slice(stat!.lastIndexOf(")") + 2).split(" ")[1];
    if (Number(ppid) === parent && command!.includes(script)) found.push(Number(name));
  }
  return found;
}

const text = async (url: string) => await (await fetch(url)).text();

Deno.test("while a README is being formatted, the server answers; one that takes too long is shown as written", async () => {
  await using running = await server();
  const { url, key, pid } = running;
  const readme = `# Hello\n\n${"|a".repeat(40_000)}|\n${"|-".repeat(40_000)}|\n`;
  const version = "2026.01.02.1";
  assert.ok(await push(url, key, version, await packageOf({ version, readme })));

  // The manual starts the first process; one that stands still never comes to an end.
  assert.match(await text(`${url}/docs/tutorial`), /<h1/);
  const [renderer] = await childrenOf(pid, "markdown/child.ts");
  assert.ok(renderer !== undefined, "texts are rendered in another process");
  Deno.kill(renderer, "SIGSTOP");

  const order: string[] = [];
  const page = text(`${url}/extensions/@acme/hello`).finally(() => order.push("page"));
  for (let count = 0; count < 20; count++) {
    assert.equal(JSON.parse(await text(`${url}/healthz`)).status, "ok");
    order.push("health");
  }
  const shown = await page;
  assert.equal(order[0], "health");
  assert.match(shown, /Formatting this text took too long\. It is shown as it was written\./);
  assert.match(shown, /<pre[^>]*># Hello\n\n\|a\|a/);
  // Killed, it may take a moment to be gone.
  while ((await childrenOf(pid, "markdown/child.ts")).length > 0);
  // The next text has a process again.
  assert.match(await text(`${url}/docs/concepts`), /<h1/);
});

Deno.test("the rendering processes end with a server that is killed", async () => {
  const running = await server();
  await text(`${running.url}/docs/tutorial`);
  const [renderer] = await childrenOf(running.pid, "markdown/child.ts");
  await running[Symbol.asyncDispose]();
  while (await isRunning(renderer!)) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
});

Deno.test("a Host header that is none is answered 400, and nothing behind it is read as a request", async () => {
  await using running = await server();
  const connection = await Deno.connect({ hostname: "127.0.0.1", port: running.port });
  await connection.write(new TextEncoder().encode('GET / HTTP/1.1\r\nHost: a b"><x\r\n\r\n'));
  await connection.write(
    new TextEncoder().encode("GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"),
  );
  const said = await new Response(connection.readable).text();
  assert.match(said, /^HTTP\/1\.1 400 .*Connection: close.*"code":"malformed_request"/s);
  assert.doesNotMatch(said, /HTTP\/1\.1 200 /);
});
