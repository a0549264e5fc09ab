import assert from "node:assert/strict";
import { addCollective, addPerson } from "../../../testing/extensions/people.ts";
import { published } from "../../../testing/extensions/push.ts";
import { IN_FOLDER } from "../../../testing/bucket.ts";
import { testRegistry } from "../../../testing.ts";

/** A published archive, and how it is asked for over a connection with these headers. */
async function archive(environment: Record<string, string>) {
  const registry = await testRegistry({ environment: { ...environment, ...IN_FOLDER } });
  await addCollective(registry.services, "acme");
  const key = await addPerson(registry.services, "ada", { acme: "member" });
  const { checksum } = await published(registry, key);
  const path = "/api/v1/extensions/%40acme%2Fhello@2026.01.02.1/download";
  const address = (await registry.request(path)).headers.get("location")!;
  return {
    registry,
    checksum,
    async ask(remoteAddress: string | undefined, headers: Record<string, string>) {
      const request = new Request(address, { headers });
      const answer = await registry.app.fetch(request, remoteAddress ? { remoteAddress } : {});
      const bytes = await answer.bytes();
      return { sent: answer.headers.get("x-accel-redirect"), bytes: bytes.length };
    },
  };
}

const ASKS = { "x-sendfile-type": "X-Accel-Redirect" };
const ON = { SVC_TRUSTED_PROXIES: "10.0.0.1", SVC_BLOBS_ACCEL: "/svc-archives" };

Deno.test("an archive is left to a trusted proxy that says it sends; everybody else gets the bytes", async () => {
  const { registry, checksum, ask } = await archive(ON);
  await using _ = registry;
  const place = `/svc-archives/${checksum.slice(0, 2)}/${checksum}`;
  assert.deepEqual(await ask("10.0.0.1", ASKS), { sent: place, bytes: 0 });
  assert.deepEqual(await ask("::ffff:10.0.0.1", ASKS), { sent: place, bytes: 0 });
  for (
    const [connection, headers] of [
      ["10.0.0.1", {}],
      ["10.0.0.1", { "x-sendfile-type": "" }],
      ["10.0.0.1", { "x-sendfile-type": "X-Sendfile" }],
      ["10.0.0.2", ASKS],
      ["10.0.0.2", { ...ASKS, "x-forwarded-for": "10.0.0.1" }],
      [undefined, ASKS],
    ] as const
  ) {
    const { sent, bytes } = await ask(connection, headers);
    assert.deepEqual([sent, bytes > 0], [null, true], JSON.stringify([connection, headers]));
  }
});

Deno.test("without the setting, the server sends archives itself", async () => {
  const { registry, ask } = await archive({ SVC_TRUSTED_PROXIES: "10.0.0.1" });
  await using _ = registry;
  const { sent, bytes } = await ask("10.0.0.1", ASKS);
  assert.deepEqual([sent, bytes > 0], [null, true]);
});
