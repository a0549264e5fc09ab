import assert from "node:assert/strict";
import { disableAccount, enableAccount } from "../operating/accounts.ts";
import { erasePerson } from "../person/erase.ts";
import { inTransaction } from "../../platform/store/transaction.ts";
import { send } from "../identity/testing.ts";
import { accessWords } from "./scopes.ts";
import {
  A,
  ask,
  type Asked,
  askToken,
  B,
  type Client,
  codeOf,
  DEVICE_GRANT,
  deviceCodeOf,
  KINDS,
  redeemCode,
  redeemDevice,
  refresh,
  register,
  server,
  type Servers,
  serversOfToken,
  twoServers,
} from "./testing.ts";

const ANY = "openid serve offline_access";

/** What an application asks a person for. */
const ASKED: Readonly<Record<string, Asked>> = {
  "serve at none": { scope: ANY },
  none: { scope: "openid offline_access" },
  A: { scope: ANY, resources: [A] },
  B: { scope: ANY, resources: [B] },
};

const NAMED: Readonly<Record<string, string[]>> = { none: [], A: [A], B: [B] };

/**
 * For which server there is a token. Each line: asked for, named when code or device code are redeemed,
 * what comes of it, and what comes of naming none, A and B when the refresh token is used.
 */
const TABLE = `
  serve at none | -    | invalid_target |
  none          | none | none           | none invalid_target invalid_target
  none          | A    | invalid_target |
  none          | B    | invalid_target |
  A             | none | A              | A    A              invalid_target
  A             | A    | A              | A    A              invalid_target
  A             | B    | invalid_target |
  B             | none | B              | B    invalid_target B
  B             | A    | invalid_target |
  B             | B    | B              | B    invalid_target B
`;

/** How a person gives what is asked. */
const GRANTS = {
  code: { give: codeOf, redeem: redeemCode },
  device: { give: deviceCodeOf, redeem: redeemDevice },
};

/** What a program that registered itself, which has no device grant, gets for whatever it asks. */
const NO_DEVICE = "invalid_client";

Deno.test("there are tokens for the servers that the person was asked about, and for no others", async () => {
  await using servers = await twoServers();
  const { registry, ada } = servers;
  const lines = TABLE.trim().split("\n").map((line) => line.split("|").map((cell) => cell.trim()));
  let cells = 0;
  for (const [kind, make] of Object.entries(KINDS)) {
    const client = await make(servers);
    for (const [grant, { give, redeem }] of Object.entries(GRANTS)) {
      for (
        const [asked, redeemed, outcome, refreshes] of lines as [string, string, string, string][]
      ) {
        const cell = `${kind} ${grant}: asked ${asked}, redeemed ${redeemed}`;
        const given = await give(registry, ada, client, ASKED[asked]!);
        cells++;
        if ("error" in given) {
          const refused = kind === "loopback" && grant === "device" ? NO_DEVICE : outcome;
          assert.equal(given.error, refused, cell);
          continue;
        }
        const first = await redeem(registry, client, given.code, NAMED[redeemed]);
        assert.equal(serversOfToken(first), outcome, `${cell}: ${JSON.stringify(first.body)}`);
        if (first.status !== 200) continue;
        let token = first.body.refresh_token;
        for (const [index, named] of ["none", "A", "B"].entries()) {
          const next = await refresh(registry, client, token, NAMED[named]);
          assert.equal(
            serversOfToken(next),
            refreshes.split(/\s+/)[index],
            `${cell}, refreshed ${named}`,
          );
          token = next.body.refresh_token ?? token;
          cells++;
        }
      }
    }
  }
  assert.equal(cells, 5 * (10 + 5 * 3) + 10);
});

const SERVE_AT_A = { scope: "openid serve", resources: [A] };

/** Where a request leads: to the page that asks, back with a code, or back with an error. */
async function outcome(
  { registry, ada }: Servers,
  client: Client,
  asked: Asked,
): Promise<string> {
  const next = await ask(registry, ada, client, asked);
  if (next.pathname === "/oauth/consent") return "asked";
  return next.searchParams.get("error") ?? (next.searchParams.has("code") ? "given" : next.href);
}

Deno.test("what a person allowed holds for the same servers and scopes only: anything else is asked", async () => {
  await using servers = await twoServers();
  const { registry, ada } = servers;
  const client = await KINDS.loopback!(servers);
  const none = { more: { prompt: "none" } };
  const table: [Asked, string][] = [
    [SERVE_AT_A, "given"],
    [{ ...SERVE_AT_A, scope: "serve" }, "given"],
    [{ ...SERVE_AT_A, ...none }, "given"],
    [{ ...SERVE_AT_A, resources: [A, A] }, "given"],
    [{ ...SERVE_AT_A, scope: "openid serve email" }, "asked"],
    [{ ...SERVE_AT_A, resources: [`${A}/`] }, "asked"],
    [{ ...SERVE_AT_A, resources: [B] }, "asked"],
    [{ ...SERVE_AT_A, resources: [B], ...none }, "consent_required"],
    [{ ...SERVE_AT_A, resources: [A, B] }, "asked"],
    [{ ...SERVE_AT_A, more: { prompt: "consent" } }, "asked"],
    [{ scope: "openid" }, "asked"],
    [{ scope: "openid", ...none }, "consent_required"],
    [{ scope: "openid serve" }, "invalid_target"],
    [{ scope: "openid serve", ...none }, "invalid_target"],
    [{ scope: "openid serve", resources: [""] }, "invalid_target"],
    [{ scope: "openid serve", resources: ["https://c.example"] }, "invalid_target"],
    [{ scope: "openid serve", resources: [A, "https://c.example"] }, "invalid_target"],
    [{ scope: "openid serve", resources: ["HTTPS://A.EXAMPLE"] }, "invalid_target"],
    [{ scope: "openid serve", resources: [`${A}/x/..`] }, "invalid_target"],
    [{ scope: "openid serve", resources: ["http://registry.test"] }, "invalid_target"],
    [
      { scope: "serve", resources: ["http://registry.test/api/auth/oauth2/userinfo"] },
      "invalid_target",
    ],
    [
      { scope: "serve", resources: [A, ...Array.from({ length: 10 }, (_, n) => `${B}/${n}`)] },
      "invalid_target",
    ],
    [{ ...SERVE_AT_A, more: { request: "e30.e30." } }, "request_not_supported"],
    [{ ...SERVE_AT_A, more: { request_uri: `${B}/request` } }, "request_uri_not_supported"],
  ];
  assert.ok("code" in await codeOf(registry, ada, client, SERVE_AT_A));
  for (const [asked, expected] of table) {
    assert.equal(await outcome(servers, client, asked), expected, JSON.stringify(asked));
  }
  assert.ok("code" in await codeOf(registry, ada, client, { ...SERVE_AT_A, resources: [B] }));
  for (const resource of [A, B]) {
    const asked = { ...SERVE_AT_A, resources: [resource] };
    assert.equal(await outcome(servers, client, asked), "given", "one consent ends no other");
  }
  const other = await KINDS.loopback!(servers);
  assert.equal(await outcome(servers, other, SERVE_AT_A), "asked", "another application");
});

Deno.test("who names no scope gets what tells who they are, and no server", async () => {
  await using servers = await twoServers();
  const { registry, ada } = servers;
  const client = await KINDS.confidential!(servers);
  const { code } = await codeOf(registry, ada, client, {}) as { code: string };
  const { body } = await redeemCode(registry, client, code);
  assert.ok(body.scope!.includes("openid") && !body.scope!.includes("serve"));
});

Deno.test("a token request names nothing that the code does not: not twice, not in other words, not by another application", async () => {
  await using servers = await twoServers();
  const { registry, ada } = servers;
  const client = await KINDS.confidential!(servers);
  const other = await KINDS.confidential!(servers);
  const bound = { scope: "openid serve offline_access", resources: [A] };
  const table: [string[], string][] = [
    [[A, A], "A"],
    [[A, B], "invalid_target"],
    [[B, A], "invalid_target"],
    [["", B], "invalid_target"],
    [[B, ""], "invalid_target"],
    [["HTTPS://A.EXAMPLE"], "invalid_target"],
    [[`${A}/`], "invalid_target"],
    [[`${A}#`], "invalid_target"],
    [["http://registry.test/api/auth/oauth2/userinfo"], "invalid_target"],
  ];
  for (const [named, expected] of table) {
    const { code } = await codeOf(registry, ada, client, bound) as { code: string };
    const answer = await redeemCode(registry, client, code, named);
    assert.equal(serversOfToken(answer), expected, JSON.stringify(named));
  }
  for (const [named, expected] of table.slice(0, 4)) {
    const device = await deviceCodeOf(registry, ada, client, bound) as { code: string };
    const polled = await redeemDevice(registry, client, device.code, named);
    assert.equal(serversOfToken(polled), expected, `device: ${JSON.stringify(named)}`);
    const direct = await deviceCodeOf(registry, ada, client, bound) as { code: string };
    const form = { grant_type: DEVICE_GRANT, device_code: direct.code };
    const asked = await askToken(registry, client, form, named);
    assert.equal(serversOfToken(asked), expected, `form: ${JSON.stringify(named)}`);
  }

  const { code } = await codeOf(registry, ada, client, bound) as { code: string };
  const stolen = await redeemCode(registry, { ...other, redirect: client.redirect }, code, [A]);
  assert.equal(serversOfToken(stolen), "invalid_grant");
  const device = await deviceCodeOf(registry, ada, client, bound) as { code: string };
  const polled = await redeemDevice(registry, other, device.code, [A]);
  assert.equal(serversOfToken(polled), "invalid_grant");
  const mine = await codeOf(registry, ada, client, bound) as { code: string };
  const { refresh_token } = (await redeemCode(registry, client, mine.code)).body;
  assert.equal(serversOfToken(await refresh(registry, other, refresh_token)), "invalid_grant");
  assert.equal(
    serversOfToken(await refresh(registry, client, "x".repeat(32), [A])),
    "invalid_grant",
  );
  assert.equal(serversOfToken(await refresh(registry, client, refresh_token)), "A");
});

Deno.test("who was asked about two servers at once gives tokens for both, and for each", async () => {
  await using servers = await twoServers();
  const { registry, ada } = servers;
  const client = await KINDS.public!(servers);
  const asked = { scope: "openid serve", resources: [A, B] };
  const page = await ask(registry, ada, client, asked);
  const html = await (await registry.request(page.pathname + page.search, {
    headers: { cookie: ada.cookie, accept: "text/html" },
  })).text();
  for (const one of [A, B]) assert.match(html, new RegExp(`run methods at ${one} as you, `));
  for (const [named, expected] of [[[], "A+B"], [[B], "B"], [[B, A], "A+B"]] as const) {
    const { code } = await codeOf(registry, ada, client, asked) as { code: string };
    assert.equal(serversOfToken(await redeemCode(registry, client, code, named)), expected);
  }
  assert.equal(
    await outcome(servers, client, SERVE_AT_A),
    "asked",
    "each alone is another question",
  );
});

Deno.test("the page of a device says at which server it runs methods; the command line needs none", async () => {
  await using servers = await twoServers();
  const { registry, ada } = servers;
  const client = await KINDS.public!(servers);
  const shown = async (body: Record<string, unknown>) => {
    const begun = await send(registry, "POST /api/auth/device/code", { body });
    assert.equal(begun.status, 200, JSON.stringify(begun.body));
    const page = await registry.request(`/device?user_code=${begun.body.user_code}`, {
      headers: { cookie: ada.cookie, accept: "text/html" },
    });
    return { html: await page.text(), userCode: begun.body.user_code as string };
  };
  const one = await shown({ client_id: client.id, scope: "serve", resource: A });
  assert.match(one.html, /run methods at https:\/\/a\.example as you, and tell it your username/);
  assert.match(one.html, /Allow this device to use servers as you\?/);
  const cli = await shown({ client_id: "svc-cli", scope: "device:laptop" });
  assert.match(cli.html, /do everything you can do/);

  // As a server of before would have written it, while both run.
  const old = await shown({ client_id: client.id, scope: "serve", resource: A });
  await registry.services.db.updateTable("deviceCode").set({ resources: null, referenceId: null })
    .where("userCode", "=", old.userCode.replace("-", "")).execute();
  const page = await registry.request(`/device?user_code=${old.userCode}`, {
    headers: { cookie: ada.cookie, accept: "text/html" },
  });
  assert.match(await page.text(), /needs a resource/);
});

Deno.test("what a server learns is named whole: also what it can ask with the token it is given", () => {
  const table: [string, string][] = [
    ["serve", `run methods at ${A} as you, and tell it your username, collectives and roles`],
    [
      "openid email profile serve",
      `run methods at ${A} as you, and tell it your username, name, e-mail address, collectives and roles`,
    ],
    ["openid", `use ${A} as you, within what that server allows, and tell it who you are`],
    [
      "openid email",
      `use ${A} as you, within what that server allows, and tell it your e-mail address`,
    ],
  ];
  for (const [scope, first] of table) {
    assert.equal(accessWords(scope.split(" "), [A, `${A}/`])[0], first);
  }
  assert.equal(accessWords(["openid", "serve"], [A, `${A}/`, B]).length, 3);
});

Deno.test("a device that asks with what is not a text is refused like any other bad request", async () => {
  await using servers = await twoServers();
  const client = await KINDS.public!(servers);
  const hostile = { toString: 1, valueOf: 1 };
  for (
    const more of [
      { resource: hostile },
      { resource: [hostile] },
      { resource: [[A]] },
      { client_id: hostile, resource: A },
      { scope: hostile, resource: A },
      { scope: ["serve"], resource: null },
    ]
  ) {
    const { status } = await send(servers.registry, "POST /api/auth/device/code", {
      body: { client_id: client.id, scope: "serve", ...more },
    });
    assert.equal(status, 400, JSON.stringify(more));
  }
  for (const resource of [hostile, [hostile], B]) {
    const { status } = await send(servers.registry, "POST /api/auth/device/token", {
      body: { client_id: client.id, grant_type: DEVICE_GRANT, device_code: "x", resource },
    });
    assert.equal(status, 400, JSON.stringify(resource));
  }
});

Deno.test("the page that asks shows only what the provider has signed", async () => {
  await using servers = await twoServers();
  const { registry, ada } = servers;
  const client = await KINDS.loopback!(servers);
  const page = await ask(registry, ada, client, { scope: "openid" });
  const show = async (query: string) => {
    const answer = await registry.request(`/oauth/consent?${query}`, {
      headers: { cookie: ada.cookie, accept: "text/html" },
    });
    return { status: answer.status, html: await answer.text() };
  };
  const signed = page.search.slice(1);
  const good = await show(signed);
  assert.deepEqual([good.status, good.html.includes("http://127.0.0.1:1234")], [200, true]);
  const forged = new URLSearchParams(signed);
  forged.set("redirect_uri", "https://your-bank.example/");
  const unsigned = new URLSearchParams({
    client_id: client.id,
    redirect_uri: "https://your-bank.example/",
    scope: "openid",
  });
  const late = new URLSearchParams(signed);
  late.set("exp", "99999999999");
  for (
    const query of [
      forged.toString(),
      unsigned.toString(),
      late.toString(),
      `${signed}&redirect_uri=https%3A%2F%2Fyour-bank.example%2F`,
      `${signed}&resource=${encodeURIComponent(B)}`,
      `${signed}&sig=x`,
    ]
  ) {
    const { status, html } = await show(query);
    assert.equal(status, 400, query);
    assert.ok(!html.includes("your-bank") && !html.includes("127.0.0.1:1234"), query);
  }
});

Deno.test("a consent that is withdrawn ends the tokens and codes that it gave, and those of no other", async () => {
  await using servers = await twoServers();
  const { registry, ada } = servers;
  const client = await KINDS.public!(servers);
  const at = async (resources: string[]) => {
    const asked = { scope: "openid serve offline_access", resources };
    const { code } = await codeOf(registry, ada, client, asked) as { code: string };
    const { body } = await redeemCode(registry, client, code);
    const later = await codeOf(registry, ada, client, asked) as { code: string };
    return { token: body.refresh_token, code: later.code };
  };
  const [a, b] = [await at([A]), await at([B])];
  const { body } = await send(registry, "GET /api/v1/oauth/consents", { cookie: ada.cookie });
  const consents = body.consents as { id: string; resources: string[] }[];
  assert.deepEqual(consents.map(({ resources }) => resources[0]).sort(), [A, B]);
  const { id } = consents.find(({ resources }) => resources[0] === A)!;
  await send(registry, `DELETE /api/v1/oauth/consents/${id}`, { cookie: ada.cookie });
  assert.equal(serversOfToken(await refresh(registry, client, a.token)), "invalid_grant");
  assert.equal(serversOfToken(await redeemCode(registry, client, a.code)), "invalid_grant");
  assert.equal(serversOfToken(await refresh(registry, client, b.token)), "B");
  assert.equal(serversOfToken(await redeemCode(registry, client, b.code)), "B");
});

Deno.test("who allows more later keeps what was allowed before, and all of it is listed", async () => {
  await using servers = await twoServers();
  const { registry, ada } = servers;
  const client = await KINDS.public!(servers);
  const first = { scope: "openid serve offline_access", resources: [A] };
  const { code } = await codeOf(registry, ada, client, first) as { code: string };
  const { body } = await redeemCode(registry, client, code);
  await codeOf(registry, ada, client, { scope: "email", resources: [A] });
  const listed = await send(registry, "GET /api/v1/oauth/consents", { cookie: ada.cookie });
  assert.equal(listed.body.consents.length, 1);
  assert.deepEqual(
    [...listed.body.consents[0].scopes].sort(),
    ["email", "offline_access", "openid", "serve"],
  );
  assert.equal(serversOfToken(await refresh(registry, client, body.refresh_token)), "A");
});

Deno.test("what a server of the release before writes meanwhile gives no token for a server", async () => {
  await using servers = await twoServers();
  const { registry, ada } = servers;
  const { db } = registry.services;
  const client = await KINDS.public!(servers);
  const asked = { scope: "openid serve offline_access", resources: [A] };
  const { code } = await codeOf(registry, ada, client, asked) as { code: string };
  const { refresh_token } = (await redeemCode(registry, client, code)).body;
  for (const resources of [null, "[]", JSON.stringify([A]), JSON.stringify([B])]) {
    for (const table of ["oauthRefreshToken", "oauthConsent"] as const) {
      await db.updateTable(table).set({ resources, referenceId: null })
        .where("clientId", "=", client.id).execute();
    }
    for (const named of [[], [A], [B]]) {
      const answer = await refresh(registry, client, refresh_token, named);
      assert.equal(serversOfToken(answer), "invalid_target", JSON.stringify([resources, named]));
    }
    assert.equal(await outcome(servers, client, asked), "asked", `${resources}`);
  }
  const later = await codeOf(registry, ada, client, asked) as { code: string };
  const stored = await db.selectFrom("verification").select(["id", "value"])
    .where("value", "like", "%authorization_code%").executeTakeFirstOrThrow();
  for (const resource of [[], [A]]) {
    const { referenceId: _, query: { resource: _asked, ...query }, ...value } = JSON.parse(
      stored.value,
    );
    await db.updateTable("verification").set({
      value: JSON.stringify({ ...value, query, resource }),
    })
      .where("id", "=", stored.id).execute();
    for (const named of [[], [A], [B]]) {
      const answer = await redeemCode(registry, client, later.code, named);
      assert.equal(serversOfToken(answer), "invalid_target", JSON.stringify([resource, named]));
    }
  }
});

/** What ends a server, by who is behind it. */
const ENDINGS: Readonly<Record<string, (servers: Servers) => Promise<void>>> = {
  "its application is deleted": async ({ registry, anna, a }) => {
    const { status } = await send(registry, `DELETE /api/v1/oauth/applications/${a.id}`, {
      cookie: anna.cookie,
    });
    assert.equal(status, 200);
  },
  "its owner's account is disabled": async ({ registry: { services } }) => {
    await disableAccount(
      services,
      { username: "anna", reason: undefined, by: "command" },
      new Date(),
    );
  },
  "its owner's account is gone": async ({ registry: { services: { db } }, anna }) => {
    await inTransaction(db, (trx) => erasePerson(trx, anna));
  },
  "another registered it after it was deleted": async (servers) => {
    await ENDINGS["its application is deleted"]!(servers);
    await register(servers.registry, servers.ben, server(A));
  },
  "another registered it after its owner was disabled, who is let in again": async (servers) => {
    const { registry: { services }, registry, ben } = servers;
    await disableAccount(
      services,
      { username: "anna", reason: undefined, by: "command" },
      new Date(),
    );
    await register(registry, ben, server(A));
    await enableAccount(services, "anna", services.now());
  },
};

for (const [name, end] of Object.entries(ENDINGS)) {
  Deno.test(`there is no token for a server any more when ${name}`, async () => {
    await using servers = await twoServers();
    const { registry, ben, ada } = servers;
    const client = await KINDS.public!({ ...servers, anna: ben });
    const asked = { scope: "openid serve offline_access", resources: [A] };
    const given = async () => await codeOf(registry, ada, client, asked) as { code: string };
    const { body } = await redeemCode(registry, client, (await given()).code);
    const [{ code }, device] = [await given(), await deviceCodeOf(registry, ada, client, asked)];
    await end(servers);
    for (
      const answer of [
        await refresh(registry, client, body.refresh_token),
        await refresh(registry, client, body.refresh_token, [A]),
        await redeemCode(registry, client, code),
        await redeemDevice(registry, client, (device as { code: string }).code),
      ]
    ) {
      assert.equal(serversOfToken(answer), "invalid_target", JSON.stringify(answer.body));
    }
    const again = await outcome(servers, client, asked);
    assert.equal(again, name.startsWith("another") ? "asked" : "invalid_target");
    assert.deepEqual(
      await deviceCodeOf(registry, ada, client, { ...asked, resources: [`${A}/`, "x:y"] }),
      { error: "invalid_target" },
    );
  });
}
