import { deepEqual, equal, match, ok } from "node:assert/strict";
import { generateKey, hasChecksum } from "@svc/core/key";
import { createSign, generateKeyPairSync } from "node:crypto";
import { collective, join, personalKey, send, signUp, token } from "../identity/testing.ts";
import { mailing } from "../../testing/mail.ts";
import { type TestRegistry, testRegistry } from "../../testing.ts";

const KEYS_URL = "https://scanner.test/keys";
const KNOWN = { SVC_LEAK_REPORTERS: `Github=${KEYS_URL}` };

/** A platform that scans code, with keys made here as its partners' description has them. */
function scanner() {
  const pair = () => generateKeyPairSync("ec", { namedCurve: "P-256" });
  const [current, old] = [pair(), pair()];
  const pem = ({ publicKey }: typeof old) => publicKey.export({ type: "spki", format: "pem" });
  const asked: string[] = [];
  return {
    asked,
    answer: JSON.stringify({
      more: "to come",
      public_keys: [
        { is_current: true, key: pem(current), key_identifier: "new" },
        { is_current: false, key: pem(old), key_identifier: "old" },
      ],
    }),
    fetch(this: { answer: string }, input: unknown) {
      asked.push(String(input));
      return Promise.resolve(new Response(this.answer));
    },
    sign(body: string, by = "new") {
      const { privateKey } = by === "old" ? old : current;
      return {
        "github-public-key-identifier": by,
        "github-public-key-signature": createSign("sha256").update(body).sign(privateKey, "base64"),
      };
    },
  };
}

const post = (registry: TestRegistry, body: string, headers: Record<string, string> = {}) =>
  registry.request("/api/v1/leaks", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
  });

const works = async (registry: TestRegistry, bearer: string) =>
  (await send(registry, "GET /api/whoami", { bearer })).status === 200;

const kindsOf = async (registry: TestRegistry, cookie: string) =>
  (await send(registry, "GET /api/v1/notifications", { cookie })).body.notifications
    .map(({ kind }: { kind: string }) => kind) as string[];

Deno.test("anybody who has a whole key may have it revoked, and its owner is told without what a stranger wrote", async () => {
  await using mail = await mailing();
  const { registry, smtp } = mail;
  const ada = await signUp(registry, "ada");
  await registry.services.db.updateTable("user").set({ emailVerified: 1 }).execute();
  const { key } = await personalKey(registry, ada);
  ok(hasChecksum(key), "what the registry makes has a checksum");
  const { key: other } = await personalKey(registry, ada);
  const body = JSON.stringify([{
    url: "https://evil.example/click",
    token: key,
    source: "commit",
    type: "svc",
  }]);
  const answer = await post(registry, body);
  deepEqual([answer.status, await answer.json()], [202, []]);
  deepEqual([await works(registry, key), await works(registry, other)], [false, true]);
  ok((await kindsOf(registry, ada.cookie)).includes("key_leaked"));
  await registry.work();
  const [letter] = smtp.taken.filter(({ parsed }) => /leaked/.test(parsed.subject!));
  match(letter!.parsed.text!, new RegExp(`begins with ${key.slice(0, 8)}\\.`));
  ok(!letter!.raw.includes("evil.example") && !letter!.raw.includes(key));
  ok(!registry.logged.join("").includes(key));
  // The same answer for a key that is gone, one that never was, and what is not a key.
  for (const text of [key, generateKey("collective"), "hunter2"]) {
    const again = await post(registry, JSON.stringify([{ token: text }]));
    deepEqual([again.status, await again.json()], [202, []], text);
  }
});

Deno.test("a collective's token that leaked is revoked, and its owners and admins are told, members are not", async () => {
  await using registry = await testRegistry();
  const [ada, bob, eve] = await Promise.all(["ada", "bob", "eve"].map((n) => signUp(registry, n)));
  await collective(registry, ada!, "acme");
  await join(registry, ada!, "acme", bob!, "member");
  const { key } = await token(registry, ada!, "acme", ["collective:read"]);
  for (let round = 0; round < 2; round++) {
    equal((await post(registry, JSON.stringify([{ token: key }]))).status, 202);
  }
  equal(await works(registry, key), false);
  const told = (await kindsOf(registry, ada!.cookie)).filter((kind) => kind === "token_leaked");
  equal(told.length, 1, "once, however often it is reported");
  for (const { cookie } of [bob!, eve!]) {
    ok(!(await kindsOf(registry, cookie)).includes("token_leaked"));
  }
});

Deno.test("only a report that is signed names many keys, and learns which were keys", async () => {
  const github = scanner();
  await using registry = await testRegistry({
    environment: KNOWN,
    fetch: github.fetch.bind(github) as typeof fetch,
  });
  const ada = await signUp(registry, "ada");
  const { key: one } = await personalKey(registry, ada);
  const { key: two } = await personalKey(registry, ada);
  const body =
    `[{"token":"${one}","url":null},\r\n {"token":"svc_x"}, {"url":"","token":"${two}"}]`;
  const refused = await post(registry, body);
  deepEqual([refused.status, (await refused.json()).code], [400, "rule_refused"]);
  const answer = await post(registry, body, github.sign(body));
  equal(answer.status, 202);
  deepEqual(
    (await answer.json()).map(({ label }: { label: string }) => label),
    ["true_positive", "false_positive", "true_positive"],
  );
  deepEqual([await works(registry, one), await works(registry, two)], [false, false]);
});

Deno.test("a signature over other bytes, by an old or unknown key or of no form revokes nothing", async () => {
  const github = scanner();
  await using registry = await testRegistry({
    environment: KNOWN,
    fetch: github.fetch.bind(github) as typeof fetch,
  });
  const ada = await signUp(registry, "ada");
  const { key } = await personalKey(registry, ada);
  const body = JSON.stringify([{ token: key }]);
  const good = github.sign(body);
  const signature = "github-public-key-signature";
  const bad: Record<string, Record<string, string>> = {
    "a byte more": github.sign(`${body} `),
    "an old key": github.sign(body, "old"),
    "an unknown key": { ...good, "github-public-key-identifier": "who" },
    "no identifier": { [signature]: good[signature]! },
    "not base64": { ...good, [signature]: "%%%" },
    "empty": { ...good, [signature]: "" },
  };
  for (const [what, headers] of Object.entries(bad)) {
    const answer = await post(registry, body, headers);
    deepEqual([answer.status, (await answer.json()).code], [403, "forbidden"], what);
  }
  ok(await works(registry, key));
  equal(github.asked.length, 1, "strangers do not make the registry ask again and again");
  registry.clock.now = new Date(registry.clock.now.getTime() + 2 * 60_000);
  await post(registry, body, bad["an unknown key"]);
  await post(registry, body, bad["an unknown key"]);
  equal(github.asked.length, 2, "once a minute, as keys may have changed");

  const large = `{"public_keys":[],"x":"${"a".repeat(300_000)}"}`;
  for (github.answer of ["", "[]", '{"public_keys":[{"key":1}]}', large]) {
    registry.clock.now = new Date(registry.clock.now.getTime() + 25 * 3_600_000);
    const answer = await post(registry, body, good);
    deepEqual([answer.status, (await answer.json()).code], [503, "unavailable"]);
  }
  ok(await works(registry, key), "could not check is not passed");
});

Deno.test("the signed sample of GitHub's documentation is good under GitHub's key", async () => {
  const id = "bcb53661c06b4728e59d897fb6165d5c9cda0fd9cdf9d09ead458168deb7518c";
  const key =
    "-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEYAGMWO8XgCamYKMJS6jc/qgvSlA" +
    "d\nAjPuDPRcXU22YxgBrz+zoN19MzuRyW87qEt9/AmtoNP5GrobzUvQSyJFVw==\n-----END PUBLIC KEY-----\n";
  const answer = { public_keys: [{ key_identifier: id, key, is_current: true }] };
  await using registry = await testRegistry({
    environment: KNOWN,
    fetch: () => Promise.resolve(Response.json(answer)),
  });
  const sample = '[{"source":"commit","token":"some_token","type":"some_type",' +
    '"url":"https://example.com/base-repo-url/"}]';
  const headers = {
    "Github-Public-Key-Identifier": id,
    "Github-Public-Key-Signature":
      "MEQCIQDaMKqrGnE27S0kgMrEK0eYBmyG0LeZismAEz/BgZyt7AIfXt9fErtRS4XaeSt/AO1RtBY66YcAdjxji410VQV4xg==",
  };
  const accepted = await post(registry, sample, headers);
  deepEqual(await accepted.json(), [{
    token_hash: "mkVSChIT8VAW0tdotfs9kESSpE7idLRNTeiAPgD7U2o=",
    token_type: "svc_key",
    label: "false_positive",
  }]);
  equal((await post(registry, sample.replace("some_token", "svme_token"), headers)).status, 403);
});

Deno.test("scanners read at a well-known address what keys look like and where to report one", async () => {
  await using registry = await testRegistry();
  const { pattern, report } = await (await registry.request("/.well-known/svc-token-patterns"))
    .json();
  equal(report, "http://registry.test/api/v1/leaks");
  for (const kind of ["personal", "collective"] as const) {
    match(`key=${generateKey(kind)};`, new RegExp(pattern));
  }
});
