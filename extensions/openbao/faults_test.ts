import { equal, ok, rejects } from "node:assert/strict";
import { startOpenbao } from "@svc/fakes/openbao";
import { SecretFailure } from "../platform/secrets/failure.ts";
import { open, refusal } from "./testing/vault.ts";

Deno.test("openbao: sealed, denied, missing and old engines each say what to do", async () => {
  await using bao = startOpenbao();
  bao.sealed = true;
  await rejects(open(bao).get("K"), refusal("locked", /is sealed.*bao operator unseal/));
  bao.sealed = false;
  bao.denied.add("secret/data/svc/team/K");
  await rejects(
    open(bao).get("K"),
    refusal("refused", /does not let you use secret\/data\/svc\/team\/K/),
  );
  await rejects(open(bao).put("K", "hush-hush"), refusal("refused", /its policy names this path/));
  await rejects(open(bao, { mount: "none" }).get("K"), refusal("refused", /use none: preflight/));
  bao.oldMounts.add("old");
  const old = open(bao, { mount: "old" });
  await rejects(
    old.put("K", "hush-hush"),
    refusal("not_set_up", /version 1.*enable-versioning old/),
  );
  equal(bao.requests.some(({ method }) => method === "POST"), false);
});

Deno.test("openbao: a server that asks for patience gets it, for reads and writes", async () => {
  await using bao = startOpenbao();
  const provider = open(bao);
  await provider.put("K", "v");
  bao.limited = 2;
  equal(await provider.get("K"), "v");
  bao.limited = 2;
  await provider.put("K", "w");
  equal(await provider.get("K"), "w");
  bao.next.push({ status: 412, headers: { "retry-after": "0" } });
  equal(await provider.get("K"), "w");
  bao.limited = 100;
  await rejects(provider.get("K"), refusal("unavailable", /asks to wait.*rate limit/));
});

Deno.test("openbao: what is not an answer of such a server is never a value, and never 'not there'", async () => {
  await using bao = startOpenbao();
  const provider = open(bao);
  await provider.put("K", "v");
  const json = { "content-type": "application/json" };
  const html = { "content-type": "text/html" };
  const bad: [body: string, status: number, headers: Record<string, string>][] = [
    ["<html>log in</html>", 200, html],
    ["<html>not found</html>", 404, html],
    ["not found", 404, {}],
    ["{}", 404, json],
    ["{}", 200, json],
    ["[]", 200, json],
    ["null", 200, json],
    ['{"data":{"data":{"value":"x"}}}', 200, json],
    ['{"data":{"data":{"value":"x"},"metadata":{"version":"1"}}}', 200, json],
    ['{"data":{"data":null,"metadata":{"version":1}}}', 200, json],
    ['{"data":{"data":{"value":1},"metadata":{"version":1}}}', 200, json],
    ['{"data":', 200, json],
    ["", 200, json],
    ['{"errors":["boom"]}', 500, json],
    ["", 502, {}],
    ["x".repeat(5 * 1024 * 1024), 200, json],
  ];
  bao.next.push({ status: 200, headers: html, body: "<html>log in</html>" });
  await rejects(provider.get("K"), refusal("unavailable", /text\/html instead of JSON/));
  bao.next.push({ status: 502, headers: html, body: "<html>bad gateway</html>" });
  await rejects(provider.get("K"), refusal("unavailable", /status 502/));
  for (const [body, status, headers] of bad) {
    bao.next.push({ status, headers, body });
    await rejects(provider.get("K"), (error) => {
      ok(error instanceof SecretFailure);
      ok(
        ["unavailable", "not_a_secret"].includes(error.code),
        `${body.slice(0, 80)}: ${error.message}`,
      );
      return true;
    });
    bao.next.push({ status, headers, body });
    if (!body.includes('"value":"x"') && !body.includes('"value":1')) {
      await rejects(provider.list(), SecretFailure, body.slice(0, 80));
    } else bao.next = [];
  }
  equal(await provider.get("K"), "v");
});

Deno.test("openbao: an answer that never comes, never ends or breaks off fails in time", async () => {
  await using bao = startOpenbao();
  const provider = open(bao);
  await provider.put("K", "v");
  bao.fault = "silent";
  await rejects(
    open(bao, {}, {}, { timeoutMs: 1_000 }).get("K"),
    refusal("unavailable", /did not answer in time/),
  );
  const said = {
    endless: /more than 4194304 bytes/,
    broken: /does not answer\./,
    malformed: /broken JSON/,
  };
  for (const [fault, text] of Object.entries(said)) {
    bao.fault = fault as keyof typeof said;
    await rejects(provider.get("K"), refusal("unavailable", text), fault);
  }
  bao.fault = undefined;
  equal(await provider.get("K"), "v");
});

Deno.test("openbao: a write whose answer is lost or is none is not called done", async () => {
  await using bao = startOpenbao();
  const provider = open(bao);
  await provider.put("K", "v");
  let body = "";
  bao.before = ({ method }) => {
    if (method === "POST") {
      bao.next.push({ status: 200, headers: { "content-type": "application/json" }, body });
    }
  };
  for (
    body of ["{}", '{"data":{"version":7}}', '{"data":{"version":1}}', '{"data":{"version":"2"}}']
  ) {
    await rejects(provider.put("K", "hush-hush"), refusal("unavailable", /version 2 was written/));
  }
  body = "";
  await rejects(provider.put("K", "hush-hush"), refusal("unavailable", /./));
  bao.before = undefined;
  equal(await provider.get("K"), "v");
});

Deno.test("openbao: a server that repeats token and value in its errors gives neither away", async () => {
  await using bao = startOpenbao();
  const provider = open(bao);
  await provider.put("K", "v");
  for (const status of [400, 403, 500, 503]) {
    bao.before = ({ method }) => {
      if (method !== "POST") return;
      const body = JSON.stringify({ errors: [`you sent ${bao.token} and hush-hush\u001b[31m`] });
      bao.next.push({ status, headers: { "content-type": "application/json" }, body });
    };
    await rejects(
      provider.put("K", "hush-hush"),
      refusal(status < 500 ? "refused" : "unavailable", /you sent \*\*\* and \*\*\*/),
    );
  }
});

Deno.test("openbao: what the server refuses of a read or a delete is said, and nothing is called gone", async () => {
  await using bao = startOpenbao();
  const provider = open(bao);
  await provider.put("K", "v");
  const refuse = (status: number, method: string) => {
    bao.before = (request) => {
      if (request.method !== method) return;
      const body = JSON.stringify({ errors: ["not like this"] });
      bao.next.push({ status, headers: { "content-type": "application/json" }, body });
    };
  };
  for (const status of [400, 404]) {
    const code = status === 400 ? "refused" : "not_set_up";
    refuse(status, "GET");
    await rejects(provider.get("K"), refusal(code, /not like this/));
    await rejects(provider.list(), refusal(code, /not like this/));
    refuse(status, "DELETE");
    await rejects(provider.delete("K"), refusal(code, /not like this/));
  }
  bao.before = undefined;
  equal(await provider.get("K"), "v");
});

Deno.test("openbao: a list that goes on and on is ended", async () => {
  await using bao = startOpenbao();
  const provider = open(bao);
  await provider.put("K", "v");
  let page = 0;
  bao.before = () => {
    const keys = Array.from({ length: 1000 }, (_, at) => `p${page}-${at}`);
    page++;
    const body = JSON.stringify({ data: { keys } });
    bao.next.push({ status: 200, headers: { "content-type": "application/json" }, body });
  };
  await rejects(provider.list(), refusal("unavailable", /more than 20000 names/));
  equal(page, 20);
});
