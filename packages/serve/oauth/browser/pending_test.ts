import assert from "node:assert/strict";
import { type Pending, sealing } from "./pending.ts";

const NOW = new Date("2026-11-22T12:00:00Z");
const pending: Pending = {
  state: "s",
  nonce: "n",
  verifier: "v",
  returnTo: "/",
  expiresAt: NOW.getTime() + 1,
};

Deno.test("what was sealed opens until its end, and shows nothing meanwhile", async () => {
  const { seal, open } = sealing();
  const sealed = await seal(pending);
  assert.deepEqual(await open(sealed, NOW), pending);
  assert.equal(await open(sealed, new Date(NOW.getTime() + 1)), undefined);
  assert.notEqual(await seal(pending), sealed);
  assert.ok(!/[^\w-]/.test(sealed), "fit for a cookie");
});

Deno.test("what was changed, cut or made elsewhere does not open", async () => {
  const { seal, open } = sealing();
  const sealed = await seal(pending);
  const elsewhere = await sealing().seal(pending);
  const flipped = sealed[20] === "A" ? "B" : "A";
  for (
    const text of [
      elsewhere,
      sealed.slice(0, -2),
      sealed.slice(0, 20) + flipped + sealed.slice(21),
      "",
      "!",
      "AAAA",
    ]
  ) assert.equal(await open(text, NOW), undefined);
});
