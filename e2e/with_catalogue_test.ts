import assert from "node:assert/strict";
import { startOutside } from "@svc/fakes/outside";
import { startServer } from "./process/server.ts";

const PUBLISHED = /^catalogue: \d+\/\d+ (\S+) \S+: published$/m;

Deno.test("npm start -- --with-catalogue publishes, stops with the server, and goes on at the next start", async () => {
  await using outside = startOutside();
  await using server = await startServer({
    env: outside.env,
    args: ["--with-catalogue"],
  });
  await server.says(PUBLISHED);
  await server.stop();
  await gone(server.data);

  const [, first] = PUBLISHED.exec(server.output())!;
  await server.restart();
  await server.says(new RegExp(`^catalogue: \\d+/\\d+ ${first} \\S+: was published already$`, "m"));
  const page = await fetch(`${server.url}/extensions/${first}`);
  await page.body?.cancel();
  assert.equal(page.status, 200);
});

Deno.test("a catalogue that cannot be published does not keep the server from serving", async () => {
  const data = await Deno.makeTempDir({ prefix: "svc-catalogue-" });
  await using _ = { [Symbol.asyncDispose]: () => Deno.remove(data, { recursive: true }) };
  // What nobody has thought of: no refusal of ours.
  await Deno.mkdir(`${data}/catalogue-account.json`);
  await using server = await startServer({ env: { SVC_DATA: data }, args: ["--with-catalogue"] });
  await server.says(/catalogue\.unpublished/);
  const ready = await fetch(`${server.url}/readyz`);
  await ready.body?.cancel();
  assert.equal(ready.status, 200);
});

/** Resolves when no process of the folder runs any more. */
async function gone(folder: string): Promise<void> {
  const patience = AbortSignal.timeout(60_000);
  for (let left = await processesOf(folder); left.length > 0; left = await processesOf(folder)) {
    assert.ok(!patience.aborted, `these still run:\n${left.join("\n")}`);
  }
}

/** Command lines of the processes that still run with something of this folder in their environment. */
async function processesOf(folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { name } of Deno.readDir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const environment = await Deno.readTextFile(`/proc/${name}/environ`);
      if (!environment.includes(folder)) continue;
      found.push(await Deno.readTextFile(`/proc/${name}/cmdline`));
    } catch {
      // It has ended, or is not ours to look at.
    }
  }
  return found;
}
