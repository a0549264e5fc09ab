import assert from "node:assert/strict";
import fc from "fast-check";
import { distinctId } from "./distinct.ts";

const DEVICE = "0e0e0e0e-1111-4222-8333-444455556666";
const USER = { id: "u1", username: "ada" };

function headers(device?: string): Headers {
  return new Headers({
    "user-agent": "svc-cli/1",
    ...(device === undefined ? {} : { "svc-distinct-id": device }),
  });
}

Deno.test("a canonical UUID names an anonymous device (spec 5.2)", async () => {
  assert.equal(await distinctId({ kind: "anonymous" }, headers(DEVICE), "1.1.1.1"), DEVICE);
});

Deno.test("a session or a key always wins over the header (spec 5.2)", async () => {
  const people = [
    { kind: "session", user: USER, sessionId: "s" },
    { kind: "personalKey", user: USER, keyId: "k" },
  ] as const;
  for (const principal of people) {
    assert.equal(await distinctId(principal, headers(DEVICE), "1.1.1.1"), "user_u1");
  }
  const token = {
    kind: "collectiveToken",
    collective: { id: "c1", slug: "acme" },
    tokenId: "t",
    scopes: [],
  } as const;
  assert.equal(
    await distinctId({ ...token, scopes: [] }, headers(DEVICE), "1.1.1.1"),
    "collective_c1",
  );
});

Deno.test("without the header the anonymous id changes on every call (spec 5.2)", async () => {
  const first = await distinctId({ kind: "anonymous" }, headers(), "1.1.1.1");
  const second = await distinctId({ kind: "anonymous" }, headers(), "1.1.1.1");
  assert.match(first, /^anon_[0-9a-f]{32}$/);
  assert.notEqual(first, second);
});

Deno.test("anything but a canonical UUID falls back to the anonymous hash (spec 5.2)", async () => {
  const nearly = [
    "user_u1",
    "anon_1",
    DEVICE.replaceAll("-", ""),
    `{${DEVICE}}`,
    `urn:uuid:${DEVICE}`,
    `${DEVICE}0`,
    DEVICE.replace("0", "g"),
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.constantFrom(...nearly), fc.string({ unit: "grapheme-ascii" })),
      async (text) => {
        fc.pre(text.trim() !== DEVICE);
        const id = await distinctId({ kind: "anonymous" }, headers(text), "1.1.1.1");
        assert.match(id, /^anon_/);
      },
    ),
  );
});
