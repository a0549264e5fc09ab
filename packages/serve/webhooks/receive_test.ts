import assert from "node:assert/strict";
import { SvcError } from "@svc/core/error";
import { refusal } from "../../runtime/testing/refusal.ts";
import { testHooks } from "../testing/hooks.ts";
import { removeWebhook, rotateWebhook } from "./operator.ts";
import { newHookSecret } from "./secret.ts";
import { KEPT_REFUSALS } from "./refusals.ts";
import { webhookList } from "./view.ts";

Deno.test("a genuine delivery starts a run as the webhook, with fixed and mapped inputs", async () => {
  await using on = await testHooks();
  on.add({
    inputs: { target: "staging" },
    mapping: { filter: "body.ref == 'refs/heads/main'", values: { ref: "body.ref" } },
    settings: { timeoutMs: 5000 },
  });
  const { status, body } = await on.send(on.github('{"ref": "refs/heads/main"}'));
  assert.deepEqual([status, body], [202, { run: on.started()[0] }]);
  assert.deepEqual(on.runs.orders, [{
    behavior: "hello",
    method: "greet",
    inputs: { target: "staging", ref: "refs/heads/main" },
    settings: { timeoutMs: 5000 },
    trigger: "webhook",
    initiatedBy: "webhook:deploy",
    waitMs: 3_600_000,
  }]);
});

Deno.test("the same delivery again is answered with the run that there is, also after a restart", async () => {
  for (const scheme of ["github", "standard"] as const) {
    await using on = await testHooks();
    on.add({ scheme });
    const first = await on.send(on[scheme]("{}"));
    assert.equal(first.status, 202);
    on.restart();
    const again = await on.send(on[scheme]("{}"));
    assert.deepEqual([again.status, again.body], [200, first.body]);
    assert.equal(on.started().length, 1);
  }
});

Deno.test("a replay under another delivery id is the same delivery, where the id is not signed", async () => {
  await using on = await testHooks();
  on.add();
  await on.send(on.github("{}", { "x-github-delivery": "1" }));
  const { status } = await on.send(on.github("{}", { "x-github-delivery": "2" }));
  assert.deepEqual([status, on.started().length], [200, 1]);
});

Deno.test("a retry with a new time has the same signed id, and another id is another delivery", async () => {
  await using on = await testHooks();
  on.add({ scheme: "standard" });
  const at = new Date(on.clock.now.getTime() + 60_000);
  await on.send(on.standard("{}"));
  assert.equal((await on.send(on.standard("{}", { at }))).status, 200);
  assert.equal((await on.send(on.standard("{}", { id: "msg_2" }))).status, 202);
  assert.equal(on.started().length, 2);
});

Deno.test("the same delivery twice at once starts one run", async () => {
  await using on = await testHooks();
  on.add();
  const both = await Promise.all([on.send(on.github("{}")), on.send(on.github("{}"))]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 202]);
  assert.equal(both[0].body.run, both[1].body.run);
  assert.equal(on.started().length, 1);
});

Deno.test("a webhook that is removed and made again takes no delivery again", async () => {
  await using on = await testHooks();
  on.add();
  await on.send(on.github("{}"));
  removeWebhook(on.state, "deploy");
  on.add();
  assert.equal((await on.send(on.github("{}"))).status, 200);
  assert.equal(on.started().length, 1);
});

Deno.test("an unknown webhook, a wrong signature and none at all have one answer", async () => {
  await using on = await testHooks();
  on.add();
  const told = async (request: Request) => {
    try {
      await on.send(request);
      return undefined;
    } catch (error) {
      return JSON.stringify(error);
    }
  };
  const { url, headers } = on.github("{}");
  const other = new Request(url.replace("deploy", "other"), {
    method: "POST",
    body: "{}",
    headers,
  });
  const answers = await Promise.all([
    told(other),
    told(new Request(url, { method: "POST", body: "{ }", headers })),
    told(new Request(url, { method: "POST", body: "{}" })),
    told(new Request(url.replace("deploy", "%2e%2e%2fdeploy"), { method: "POST", body: "{}" })),
    told(new Request(url.replace("deploy", "__proto__"), { method: "POST", body: "{}", headers })),
  ]);
  assert.equal(new Set(answers).size, 1, answers.join("\n"));
  assert.match(answers[0]!, /not_authenticated/);
  assert.doesNotMatch(answers[0]!, /deploy|hello|greet/);
});

Deno.test("a filter that says no starts nothing, and says so the second time as well", async () => {
  await using on = await testHooks();
  on.add({ mapping: { filter: "headers['x-github-event'] == 'push'", values: {} } });
  const send = (event: string, body: string) =>
    on.send(on.github(body, { "x-github-event": event }));
  assert.deepEqual(await send("issues", "{}"), { status: 200, body: { run: null } });
  assert.deepEqual(await send("push", "{}"), { status: 200, body: { run: null } });
  assert.equal((await send("push", "[]")).status, 202);
  assert.deepEqual(on.hooks().counts(), { started: 1, repeated: 1, filtered: 1, refused: 0 });
});

Deno.test("what a filter left out can be sent again once an operator has made it again, and only then", async () => {
  await using on = await testHooks();
  on.add({ mapping: { filter: "body.ref == 'master'", values: {} } });
  const send = () => on.send(on.github('{"ref": "main"}'));
  assert.deepEqual(await send(), { status: 200, body: { run: null } });
  assert.deepEqual(await send(), { status: 200, body: { run: null } });
  on.clock.now = new Date(on.clock.now.getTime() + 1);
  removeWebhook(on.state, "deploy");
  on.add({ mapping: { filter: "body.ref == 'main'", values: {} } });
  const { status, body } = await send();
  assert.deepEqual([status, body.run], [202, on.started()[0]]);
  assert.deepEqual(await send(), { status: 200, body });
});

Deno.test("GitHub's ping is answered and starts nothing, signed as it has to be", async () => {
  await using on = await testHooks();
  on.add();
  const ping = { "x-github-event": "ping" };
  assert.deepEqual(await on.send(on.github('{"zen": "x"}', ping)), {
    status: 200,
    body: { run: null },
  });
  await assert.rejects(
    on.send(on.github("{}", { ...ping, "x-hub-signature-256": "sha256=00" })),
    refusal("not_authenticated"),
  );
});

Deno.test("expressions and names of secrets in a body reach the method as the texts that they are", async () => {
  await using on = await testHooks();
  on.add({ mapping: { values: { name: "body.name", all: "body" } } });
  const name = "${{ vault.get('prod', 'KEY') }}";
  const body = `{"name": ${JSON.stringify(name)}, "__proto__": {"admin": true}}`;
  await on.send(on.github(body));
  const { inputs, trigger } = on.runs.orders[0]!;
  assert.equal(inputs["name"], name);
  assert.equal(
    JSON.stringify(inputs["all"]),
    body.replaceAll(": ", ":").replaceAll(', "__', ',"__'),
  );
  assert.equal(trigger, "webhook", "what a run of a webhook is given is never evaluated");
  assert.equal(({} as { admin?: unknown }).admin, undefined);
});

Deno.test("signatures and credentials are no headers of an expression", async () => {
  await using on = await testHooks();
  on.add({ mapping: { values: { name: "string(headers.size())", all: "headers" } } });
  await on.send(on.github("{}", { authorization: "Bearer x", cookie: "a=b", "x-mine": "1" }));
  assert.deepEqual(on.runs.orders[0]!.inputs["all"], {
    "content-type": "application/json",
    "x-mine": "1",
  });
});

Deno.test("a body that is not JSON is refused without a run, and may be sent again", async () => {
  await using on = await testHooks();
  on.add({ mapping: { values: { name: "body.name" } } });
  for (const body of ["", "payload=%7B%7D", "{", "[".repeat(5000), '{"name": 1e999}']) {
    await assert.rejects(on.send(on.github(body)), refusal("malformed_body"));
  }
  await assert.rejects(
    on.send(on.github(new Uint8Array([0x22, 0xff, 0x22]))),
    refusal("malformed_body", /UTF-8/),
  );
  assert.deepEqual(on.started(), []);
});

Deno.test("what a sender is told of a failure tells nothing of the behavior; the log does", async () => {
  await using on = await testHooks();
  on.add({ mapping: { values: { name: "body.hello_field" } } });
  const plain = refusal("validation_failed", /^This delivery cannot start a run\nThe log/);
  await assert.rejects(on.send(on.github("{}")), plain);
  assert.match(on.lines.at(-1)!, /webhook\.mapping.*hello_field/);
  on.runs.refusal = new SvcError("consent_required", "hello asks for net:example.org");
  await assert.rejects(on.send(on.github('{"hello_field": 1}')), plain);
  assert.match(on.lines.at(-1)!, /webhook\.failed.*consent_required.*hello asks/);
});

Deno.test("without room for its run a delivery is asked to come again, and then starts it", async () => {
  await using on = await testHooks();
  on.add();
  for (const code of ["rate_limited", "unavailable", "storage_full"] as const) {
    on.runs.refusal = new SvcError(code, "no room");
    await assert.rejects(on.send(on.github("{}")), (error) => {
      assert.ok(error instanceof SvcError);
      assert.deepEqual([error.status, error.details?.[0]], [503, {
        path: "retry-after",
        message: "30",
      }]);
      return true;
    });
  }
  on.runs.refusal = null;
  assert.equal((await on.send(on.github("{}"))).status, 202);
});

Deno.test("a webhook that is removed or rotated while a delivery comes in starts nothing", async () => {
  for (const change of ["remove", "rotate"]) {
    await using on = await testHooks();
    on.add({ mapping: { values: { a: "body" } } });
    const sent = on.send(on.github("{}"));
    const secretFor = newHookSecret;
    if (change === "remove") removeWebhook(on.state, "deploy");
    else rotateWebhook(on.state, "deploy", { secretFor, graceMs: 0 }, on.clock.now);
    await assert.rejects(sent, refusal("not_authenticated"));
    assert.deepEqual(on.started(), []);
  }
});

Deno.test("after a rotation the old secret is good for the grace and no longer", async () => {
  await using on = await testHooks();
  on.add();
  rotateWebhook(on.state, "deploy", { secretFor: newHookSecret, graceMs: 60_000 }, on.clock.now);
  assert.equal((await on.send(on.github("[1]"))).status, 202);
  on.clock.now = new Date(on.clock.now.getTime() + 60_000);
  await assert.rejects(on.send(on.github("[2]")), refusal("not_authenticated"));
});

Deno.test("a body beyond the webhook's size is refused to the sender, to others it is not told", async () => {
  await using on = await testHooks();
  on.add({ maxBytes: 10 });
  on.add({ name: "large", maxBytes: 2_000_000 });
  await assert.rejects(on.send(on.github('"eleven be"')), refusal("body_too_large", /10 bytes/));
  assert.equal((await on.send(on.github('"ten byte"'))).status, 202);
  const forged = { "x-hub-signature-256": "sha256=00" };
  await assert.rejects(on.send(on.github('"eleven be"', forged)), refusal("not_authenticated"));
  const most = "x".repeat(2_000_001);
  await assert.rejects(on.send(on.github(most)), refusal("body_too_large", /2000000 bytes/));
});

Deno.test("wrong deliveries are limited by network, and hold up no genuine one", async () => {
  await using on = await testHooks();
  on.add();
  const forged = () => on.github("{}", { "x-hub-signature-256": "sha256=00" });
  for (let count = 0; count < 30; count++) {
    await assert.rejects(on.send(forged()), refusal("not_authenticated"));
  }
  await assert.rejects(on.send(forged()), refusal("rate_limited"));
  await assert.rejects(on.send(forged(), "192.0.2.2"), refusal("not_authenticated"));
  assert.equal((await on.send(on.github("{}"))).status, 202);
  const refused = on.lines.filter((line) => line.includes("webhook.refused"));
  assert.equal(refused.length, 31);
  for (const line of refused.map((line) => JSON.parse(line))) {
    assert.deepEqual([line.webhook, line.reason], ["deploy", "wrong_signature"]);
  }
});

Deno.test("a delivery to a name that is none is logged without the name, which a stranger wrote", async () => {
  await using on = await testHooks();
  await assert.rejects(on.send(on.github("{}")), refusal("not_authenticated"));
  const [line] = on.lines.filter((line) => line.includes("webhook.refused"));
  assert.doesNotMatch(line!, /deploy/);
  assert.equal(JSON.parse(line!).reason, "unknown_webhook");
});

Deno.test("one webhook takes so many deliveries a minute, others the same", async () => {
  await using on = await testHooks();
  on.add();
  for (let count = 0; count < 300; count++) await on.send(on.github(`[${count}]`));
  await assert.rejects(on.send(on.github("[300]")), refusal("rate_limited"));
  assert.equal((await on.send(on.github("[1]"))).status, 200, "what is known costs nothing");
  on.clock.now = new Date(on.clock.now.getTime() + 1000);
  assert.equal((await on.send(on.github("[300]"))).status, 202);
});

Deno.test("slow senders hold few places each, and lose them in time", async () => {
  await using on = await testHooks({ bodyMs: 50 });
  on.add();
  const slow = () =>
    new Request("http://127.0.0.1/hooks/deploy", {
      method: "POST",
      body: new ReadableStream<Uint8Array>({ start: (it) => it.enqueue(new Uint8Array([123])) }),
      duplex: "half",
    } as RequestInit);
  const held = Array.from(
    { length: 8 },
    () => assert.rejects(on.send(slow()), refusal("request_timeout")),
  );
  await assert.rejects(on.send(slow()), refusal("unavailable", /Too many/));
  assert.equal((await on.send(on.github("{}"), "192.0.2.2")).status, 202);
  await Promise.all(held);
  assert.equal((await on.send(on.github("[]"))).status, 202);
});

Deno.test("a server that stops asks the sender to come again", async () => {
  await using on = await testHooks();
  on.add();
  on.stopping.abort();
  await assert.rejects(on.send(on.github("{}")), refusal("unavailable"));
});

Deno.test("paths beside the webhooks are somebody else's, other methods are refused", async () => {
  await using on = await testHooks();
  const at = (path: string, method = "POST") =>
    on.hooks().answer(new Request(`http://127.0.0.1${path}`, { method }), "192.0.2.1");
  for (const path of ["/hooks", "/hook/x", "/hooks/a/b", "/api/hooks/x", "/?a=/hooks/x"]) {
    assert.equal(await at(path), undefined, path);
  }
  assert.equal((await at("/hooks/x", "GET"))!.status, 405);
});

Deno.test("no secret is shown, and none is in the log", async () => {
  await using on = await testHooks();
  on.add({ inputs: { key: "hidden-value" } });
  on.add({ name: "other", scheme: "standard" });
  await on.send(on.github("{}"));
  await assert.rejects(on.send(on.github("{}", { "x-hub-signature-256": "x" })));
  const [view] = webhookList(on.state, on.clock.now);
  const all = JSON.stringify([view, on.lines]);
  assert.doesNotMatch(all, new RegExp(`${on.secrets.github}|hidden-value|whsec_`));
  assert.equal(view!.lastDelivery!.run, on.started()[0]);
  assert.equal(view!.path, "/hooks/deploy");
});

Deno.test("why deliveries were refused is known, without what was in them, and anybody's crowd out no genuine one", async () => {
  await using on = await testHooks();
  on.add({ name: "larger" });
  const { id } = on.add({ maxBytes: 100, mapping: { values: { ref: "body.ref" } } });
  on.runs.refusal = new SvcError("invalid_argument", "'top secret' is too long", {
    details: [{ path: "ref.inner[0]", message: "top secret" }],
  });
  const genuine = on.github('{"ref": "top secret"}');
  await assert.rejects(on.send(genuine));
  await assert.rejects(on.send(on.github(JSON.stringify({ ref: "x".repeat(200) }))));
  for (let count = 0; count < 200; count++) {
    on.clock.now = new Date(on.clock.now.getTime() + 60_000);
    const [forged, unsigned] = [on.github("{}"), on.github("{}")];
    forged.headers.set("x-hub-signature-256", `sha256=${"0".repeat(64)}`);
    unsigned.headers.delete("x-hub-signature-256");
    await assert.rejects(on.send(forged));
    await assert.rejects(on.send(unsigned));
  }
  const refused = on.hooks().refused(id);
  assert.equal(refused.length, KEPT_REFUSALS + 2);
  assert.deepEqual(refused.slice(0, 2).map(({ why }) => why), [
    "It has no signature",
    "The signature does not fit the secret",
  ]);
  assert.deepEqual(refused.slice(-2).map(({ why }) => why), [
    "body_too_large",
    "invalid_argument: ref",
  ]);
  assert.doesNotMatch(JSON.stringify(refused), /top secret|192\.0\.2/);
});

Deno.test("refusals beyond the rate of a network are not kept, and of a name that nobody has none", async () => {
  await using on = await testHooks();
  const { id } = on.add();
  for (let count = 0; count < 40; count++) {
    const unsigned = on.github("{}");
    unsigned.headers.delete("x-hub-signature-256");
    await assert.rejects(on.send(unsigned));
  }
  assert.equal(on.hooks().refused(id).length, 30);
  removeWebhook(on.state, "deploy");
  const again = on.add();
  assert.deepEqual(on.hooks().refused(again.id), [], "another webhook of that name");
});
