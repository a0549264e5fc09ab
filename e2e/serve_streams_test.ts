import assert from "node:assert/strict";
import { knowingRegistry, operator } from "./process/serve_process.ts";
import { startServing } from "./process/serving.ts";
import type { Person } from "./process/svc.ts";

/**
 * A stream that has not ended by then never will. The server looks each second, which tests of the
 * credentials hold; how soon this machine comes to it is not tested.
 */
const ENDS_WITHIN_MS = 60_000;

/** A method that goes on until it is cancelled. */
const ENDLESS = { inputs: { run: "echo begun; exec sleep 600" } };

async function token(person: Person, ...more: string[]): Promise<string> {
  return (await person.ok(["serve", "token", "create", ...more])).trim();
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Starts the run, and opens its events once with each token. */
async function streams(url: string, ...tokens: string[]) {
  const started = await fetch(`${url}/api/v1/behaviors/deploy/methods/execute/runs`, {
    method: "POST",
    headers: { ...bearer(tokens[0]!), "content-type": "application/json" },
    body: JSON.stringify(ENDLESS),
  });
  assert.equal(started.status, 202, await started.clone().text());
  const { id } = await started.json();
  const open = await Promise.all(tokens.map(async (one) => {
    const response = await fetch(`${url}/api/v1/runs/${id}/events`, { headers: bearer(one) });
    assert.equal(response.status, 200);
    return events(response);
  }));
  for (const one of open) await one.until("started");
  return { id, open };
}

/** The events of a stream, as they come. */
function events(response: Response) {
  const reader = response.body!.pipeThrough(new TextDecoderStream() as never)
    .getReader() as unknown as ReadableStreamDefaultReader<string>;
  let text = "";
  return {
    text: () => text,
    async until(kind: string): Promise<void> {
      while (!text.includes(`event: ${kind}\n`)) {
        const { done, value } = await reader.read();
        if (done) throw new Error(`the stream ended before ${kind}: ${text}`);
        text += value;
      }
    },
    async end(): Promise<string> {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return text;
        text += value;
      }
    },
    cancel: () => reader.cancel(),
  };
}

/** Resolves with how many milliseconds `work` took; rejects when it takes too long. */
async function within(limit: number, work: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`it took more than ${limit} ms`)), limit);
  try {
    await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

Deno.test("a token that another process revokes or rotates ends its streams, and no others, and not the run", async () => {
  await using registry = knowingRegistry();
  await using person = await operator(registry);
  const [staying, revoked, rotated, graced, viewer] = [
    await token(person, "staying", "--allow", "deploy"),
    await token(person, "revoked", "--allow", "deploy:execute"),
    await token(person, "rotated", "--allow", "deploy"),
    await token(person, "graced", "--allow", "deploy"),
    await token(person, "viewer", "--read", "deploy"),
  ] as const;
  await using server = await startServing(person);
  const { id, open: [stay, revoke, rotate, grace, view] } = await streams(
    ...[server.url, staying, revoked, rotated, graced, viewer] as const,
  );
  const run = async () =>
    await (await fetch(`${server.url}/api/v1/runs/${id}`, { headers: bearer(staying) })).json();

  await person.ok(["serve", "token", "revoke", "revoked"]);
  await within(ENDS_WITHIN_MS, revoke!.end());
  assert.match(revoke!.text(), /event: closed\ndata: \{"reason":"The token was revoked"\}\n\n$/);
  const again = await fetch(`${server.url}/api/v1/runs/${id}`, { headers: bearer(revoked) });
  assert.equal(again.status, 401);
  assert.equal((await again.json()).code, "not_authenticated");

  const renewed = (await person.ok(["serve", "token", "rotate", "rotated"])).trim();
  await person.ok(["serve", "token", "rotate", "graced", "--grace", "1h"]);
  await within(ENDS_WITHIN_MS, rotate!.end());
  assert.match(rotate!.text(), /"The token has a new secret"/);
  for (const good of [renewed, graced]) {
    const response = await fetch(`${server.url}/api/v1/whoami`, { headers: bearer(good) });
    assert.equal(response.status, 200, await response.text());
  }

  await person.ok(["serve", "token", "revoke", "viewer"]);
  await within(ENDS_WITHIN_MS, view!.end());
  assert.equal((await run()).status, "running", "the run itself goes on");

  const cancelled = await fetch(`${server.url}/api/v1/runs/${id}/cancel`, {
    method: "POST",
    headers: bearer(staying),
  });
  assert.equal(cancelled.status, 202, await cancelled.text());
  for (const one of [stay!, grace!]) assert.match(await one.end(), /event: ended\n/);

  await server.stop();
  const { tokens } = JSON.parse(await person.ok(["serve", "token", "list", "--json"]));
  const used = tokens.filter(({ lastUsedAt }: { lastUsedAt: unknown }) => lastUsedAt !== null);
  assert.equal(used.length, 5, "the last uses are written down when the server stops");
  const log = await server.log;
  assert.match(log, /"token\.revoked"/);
  for (const one of [staying, revoked, rotated, graced, viewer, renewed]) {
    assert.ok(!log.includes(one.split(".")[1]!), "no secret in the log");
  }
});
