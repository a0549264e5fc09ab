import assert from "node:assert/strict";
import { standardDelivery } from "../testing/deliveries.ts";
import { githubSignature } from "../testing/deliveries.ts";
import { assertHookSecret, newHookSecret } from "./secret.ts";
import { type Delivery, verify } from "./verify.ts";
import { refusal } from "../../runtime/testing/refusal.ts";

const NOW = new Date("2026-11-22T12:00:00Z");
const bytes = (text: string) => new TextEncoder().encode(text);

const STANDARD = { scheme: "standard", secret: newHookSecret("standard"), previous: null } as const;
const GITHUB = { scheme: "github", secret: "It's a Secret to Everybody", previous: null } as const;

/** What a delivery is known by; undefined when it is not genuine. */
function verifiedKey(webhook: Parameters<typeof verify>[0], delivery: Delivery, now: Date) {
  const verdict = verify(webhook, delivery, now);
  return "key" in verdict ? verdict.key : undefined;
}

/** What is known of a delivery of Standard Webhooks, whose headers may have been changed. */
function standardKey(headers: Record<string, string> = {}, at = NOW, body = '{"a":1}') {
  const signed = standardDelivery("x", '{"a":1}', { secret: STANDARD.secret, at, headers });
  return verifiedKey(STANDARD, { headers: signed.headers, body: bytes(body) }, NOW);
}

Deno.test("a delivery that the authors of Standard Webhooks sign is known by its id", () => {
  assert.equal(standardKey(), "id:msg_1");
});

Deno.test("id, time and each byte of the body belong to the signature", () => {
  assert.equal(standardKey({ "webhook-id": "msg_2" }), undefined);
  assert.equal(standardKey({ "webhook-timestamp": "1795348801" }), undefined);
  assert.equal(standardKey({}, NOW, '{"a":2}'), undefined);
  assert.equal(standardKey({}, NOW, '{"a":1} '), undefined);
});

Deno.test("a delivery may be five minutes old or ahead, not a second more", () => {
  const at = (seconds: number) => standardKey({}, new Date(NOW.getTime() + seconds * 1000));
  assert.deepEqual([at(-300), at(300)], ["id:msg_1", "id:msg_1"]);
  assert.deepEqual([at(-301), at(301)], [undefined, undefined]);
});

Deno.test("one good signature among ten is enough, an eleventh is not read", () => {
  const good = standardDelivery("x", '{"a":1}', { secret: STANDARD.secret, at: NOW })
    .headers.get("webhook-signature")!;
  const with_ = (count: number) =>
    standardKey({ "webhook-signature": [...Array(count).fill("v1,AAAA"), good].join(" ") });
  assert.equal(with_(9), "id:msg_1");
  assert.equal(with_(10), undefined);
});

Deno.test("what is not a signature is none: empty, of another version, cut, with more behind it", () => {
  const good = standardDelivery("x", '{"a":1}', { secret: STANDARD.secret, at: NOW })
    .headers.get("webhook-signature")!;
  const wrong = [
    "",
    "v1,",
    "v1",
    "v1a,x",
    good.replace("v1", "v2"),
    good.slice(0, -4),
    `${good}AAAA`,
  ];
  for (const signature of [...wrong, good.toLowerCase(), "v1,%%%", "v1,undefined"]) {
    assert.equal(standardKey({ "webhook-signature": signature }), undefined, signature);
  }
});

Deno.test("a body that GitHub signs is known by its digest; the example of its manual is good", () => {
  const key = (signature: string, text = "Hello, World!") =>
    verifiedKey(
      GITHUB,
      { headers: new Headers({ "x-hub-signature-256": signature }), body: bytes(text) },
      NOW,
    );
  const good = "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";
  assert.match(key(good)!, /^sha256:dffd6021bb2bd5b0/);
  assert.equal(key(good, "Hello, World?"), undefined);
  for (const wrong of ["", good.toUpperCase(), good.slice(7), good.slice(0, -1), `${good}0`]) {
    assert.equal(key(wrong), undefined, wrong);
  }
  assert.equal(key(good.replace("sha256", "sha1")), undefined);
});

Deno.test("raw bytes are signed, whatever they are as text", () => {
  const body = new Uint8Array([0xff, 0xfe, 0x00, 0x80]);
  const headers = new Headers(githubSignature(body, GITHUB.secret));
  assert.ok(verifiedKey(GITHUB, { headers, body }, NOW));
  const same = new TextEncoder().encode(new TextDecoder().decode(body));
  assert.equal(verifiedKey(GITHUB, { headers, body: same }, NOW), undefined);
});

Deno.test("the secret before a rotation is good until its end", () => {
  const body = bytes("{}");
  const headers = new Headers(githubSignature(body, "the-old-secret-of-it"));
  const key = (until: string) =>
    verifiedKey(
      { ...GITHUB, previous: { secret: "the-old-secret-of-it", until: new Date(until) } },
      { headers, body },
      NOW,
    );
  assert.ok(key("2026-11-22T12:00:00.001Z"));
  assert.equal(key("2026-11-22T12:00:00Z"), undefined);
});

Deno.test("nothing is genuine without a webhook", () => {
  const body = bytes("{}");
  const headers = new Headers(githubSignature(body, ""));
  assert.equal(verifiedKey(undefined, { headers, body }, NOW), undefined);
});

Deno.test("why a delivery is not genuine is told, of two secrets for the one that fits better", () => {
  const old = newHookSecret("standard");
  const rotated = { ...STANDARD, previous: { secret: old, until: new Date("2099-01-01") } };
  const why = (webhook: Parameters<typeof verify>[0], { at = NOW, body = "{}" } = {}) => {
    const { headers } = standardDelivery("x", "{}", { secret: old, at });
    return verify(webhook, { headers, body: bytes(body) }, NOW);
  };
  const stale = new Date(NOW.getTime() - 301_000);
  assert.deepEqual(why(rotated), { key: "id:msg_1" });
  assert.deepEqual(why(rotated, { at: stale }), { refused: "wrong_time" });
  assert.deepEqual(why(rotated, { at: stale, body: "[]" }), { refused: "wrong_signature" });
  assert.deepEqual(why(STANDARD), { refused: "wrong_signature" });
  assert.deepEqual(why(GITHUB), { refused: "not_signed" });
  assert.deepEqual(why(undefined), { refused: "unknown_webhook" });
  const unsigned = { headers: new Headers(), body: bytes("{}") };
  assert.deepEqual(verify(STANDARD, unsigned, NOW), { refused: "not_signed" });
});

Deno.test("secrets have a form for each scheme; no refusal repeats one", () => {
  for (const scheme of ["standard", "github"] as const) {
    assertHookSecret(scheme, newHookSecret(scheme));
    assert.notEqual(newHookSecret(scheme), newHookSecret(scheme));
  }
  const short = `whsec_${btoa("x".repeat(23))}`;
  for (const secret of ["", "plain-text-no-prefix-aaaaaaaa", short, "whsec_%%%"]) {
    assert.throws(
      () => assertHookSecret("standard", secret),
      (error) => refusal("invalid_argument")(error) && !String(error).includes(secret || "§"),
    );
  }
  for (const secret of ["", "fifteen-letters", "sixteen-letters\n", "x".repeat(257)]) {
    assert.throws(() => assertHookSecret("github", secret), refusal("invalid_argument"));
  }
});
