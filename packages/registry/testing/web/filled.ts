import type { TestRegistry } from "../../testing.ts";
import { createResetLink } from "../../features/identity/password/reset.ts";
import { publish } from "./publish.ts";
import { sql } from "kysely";
import { weekOf, weeksBefore } from "../../features/extensions/pulls/week.ts";
import { inTransaction } from "../../platform/store/transaction.ts";
import assert from "node:assert/strict";

/** A document with everything that a page must be able to show. */
export const README = `# Insight

A table, a list, a long line of code and a picture that is not there.

| Method | What it writes | Arguments | Notes |
|---|---|---|---|
| \`list_repos\` | \`repos\` | none | every repository the token can see |

\`\`\`ts
const response = await context.fetch("https://api.example.org/a/very/long/address/that/scrolls?with=${
  "x".repeat(60)
}"); // comment
\`\`\`

- [a link](https://example.org/)
- ![a picture](relative.png)
- ![a plan](https://elsewhere.example/plan.png)
- [![a badge](https://elsewhere.example/badge.svg)](https://elsewhere.example/)
`;

/** A source with a long line, and a character that cannot be seen. */
const SOURCE = `${
  Array.from({ length: 12 }, (_, n) => `/** Number ${n}. */\nexport const n${n}: number = ${n};\n`)
    .join("")
}// ${"a long line ".repeat(30)}\u202e\n`;

/** Extensions beside the published one, so that lists fill their pages. */
export const COPIES = 24;

/**
 * Fills a registry with something for every page: an extension and a page full of others, a
 * collective with a token and an open invitation, an application, an issue with a comment, news.
 *
 * @param cookie of `ada`, who owns all of it
 * @param copies other extensions; by default more than a page of a list holds
 */
export async function fillRegistry(
  registry: TestRegistry,
  cookie: string,
  copies = COPIES,
): Promise<void> {
  const extension = {
    name: "@ada/repo-insight",
    description: "Lists repositories, pull requests and releases.",
    readme: README,
  };
  await publish(registry, cookie, {
    ...extension,
    version: "2026.11.19.1",
    permissions: { net: ["*"] },
    files: { "files/notes.md": "Gone with the next version.\n" },
  });
  await publish(registry, cookie, {
    ...extension,
    version: "2026.11.20.3",
    files: { "models/insight.ts": SOURCE },
  });
  const next = {
    ...extension,
    version: "2026.11.21.1",
    permissions: { net: ["api.example.org"], run: ["git"] },
    files: { "models/insight.ts": SOURCE.replace("Number 3.", "Number three.") },
  };
  await publish(registry, cookie, next, "stage");
  await countPulls(registry, "@ada/repo-insight");
  await copyExtension(registry, "@ada/repo-insight", copies);
  await createAcme(registry, cookie);
  await talk(registry, cookie);
}

async function createAcme(registry: TestRegistry, cookie: string): Promise<void> {
  const post = async (path: string, fields: Record<string, string>) => {
    const response = await registry.request(path, {
      method: "POST",
      headers: { cookie, origin: registry.services.config.baseUrl },
      body: new URLSearchParams(fields),
    });
    assert.ok(response.status < 400, await response.text());
  };
  const settings = "/collectives/acme/settings";
  await post("/account/collectives", { slug: "acme", name: "Acme Tools" });
  await post(`${settings}/create-token`, { name: "robot", days: "9", scope: "collective:read" });
  await post("/account/profile", { displayName: "Ada", bio: "w".repeat(200) });
  await post("/account/applications", { name: "Build board", uri: "http://localhost" });
  await post(`${settings}/change-plan`, { plan: "team" });
  await post(`${settings}/invite`, {
    invite: "a.person.with.a.long.name@example.org",
    role: "admin",
  });
}

async function talk(registry: TestRegistry, cookie: string): Promise<void> {
  const call = async (path: string, body: unknown) => {
    const response = await registry.request(path, {
      method: "POST",
      headers: {
        cookie,
        origin: registry.services.config.baseUrl,
        "content-type": "application/json",
      },
      body: JSON.stringify(body),
    });
    assert.ok(response.ok, await response.text());
  };
  await call("/api/v1/lab/issues", { title: "More **columns**", body: README });
  await call("/api/v1/lab/issues/1/comments", { body: "Which `columns`?" });
  await call("/api/v1/feed", { body: "Ada writes news.", url: "https://example.org/news" });
}

/** Pulls by week, as if they had been counted for half a year, with weeks without one. */
async function countPulls({ services: { db, now } }: TestRegistry, name: string): Promise<void> {
  const week = (before: number) => weeksBefore(weekOf(now()), before);
  await db.updateTable("extension_pulls").set({ week: week(20) }).where("extension_id", "=", "")
    .execute();
  const { id } = await db.updateTable("extension")
    .set({ pull_count: 4321, created_at: sql`'2025-01-01T00:00:00.000Z'` })
    .where("name", "=", name).returning("id").executeTakeFirstOrThrow();
  for (let before = 0; before < 20; before++) {
    const pulls = before * 37 % 11 * 40;
    if (pulls === 0) continue;
    await db.insertInto("extension_pulls")
      .values({ extension_id: id, week: week(before), pulls }).execute();
  }
}

/** Copies of an extension under other names, with long descriptions and many labels. */
async function copyExtension(
  { services }: TestRegistry,
  name: string,
  copies: number,
): Promise<void> {
  const { db, events } = services;
  const { number: _, ...extension } = await db.selectFrom("extension").selectAll()
    .where("name", "=", name).executeTakeFirstOrThrow();
  const version = await db.selectFrom("extension_version").selectAll()
    .where("extension_id", "=", extension.id).orderBy("sort_key", "desc").limit(1)
    .executeTakeFirstOrThrow();
  await inTransaction(db, async (trx) => {
    for (let n = 0; n < copies; n++) {
      const own = {
        id: crypto.randomUUID(),
        name: `${name}-number-${n}-with-a-long-name`,
        description: `Repository ${n}. ` + "It does one thing and says what it did. ".repeat(40),
        labels: JSON.stringify(["code-hosting", "read-only", `label-${n}`, "git", "daily"]),
        pull_count: n % 7 * 1000,
        deprecated_at: n % 5 === 4 ? extension.updated_at : null,
      };
      const { number } = await trx.insertInto("extension").values({ ...extension, ...own })
        .returning("number").executeTakeFirstOrThrow();
      await trx.insertInto("extension_version")
        .values({ ...version, id: crypto.randomUUID(), extension_id: own.id }).execute();
      await trx.insertInto("search_entry").values({ number, contents: "" }).execute();
    }
  });
  events.emit("extension.changed", { extensionId: extension.id, name });
}

/** The first step of an application that signs a person in; it ends at the consent page. */
export async function authorizationPath({ services }: TestRegistry): Promise<string> {
  const { clientId } = await services.db.selectFrom("oauthClient").select("clientId")
    .where("name", "=", "Build board").executeTakeFirstOrThrow();
  return "/api/auth/oauth2/authorize?" + new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: "http://localhost",
    scope: "openid email collectives",
    state: "a-state",
    code_challenge: "a".repeat(43),
    code_challenge_method: "S256",
  });
}

/** What a device is told that asks to sign in. */
export async function beginGrant(registry: TestRegistry, clientId = "svc-cli") {
  const response = await registry.request("/api/auth/device/code", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_id: clientId, scope: "device:test" }),
  });
  return await response.json() as { user_code: string; device_code: string };
}

/** The address of a visit in a filled registry: codes, links and applications are new each time. */
export async function addressOf(registry: TestRegistry, path: string): Promise<string> {
  if (path === "{consent}") return await authorizationPath(registry);
  if (path === "{staged}") {
    const { id } = await registry.services.db.selectFrom("staged_version").select("id")
      .executeTakeFirstOrThrow();
    return `/staged/${id}`;
  }
  if (path === "{reset}") {
    const { url } = await createResetLink(registry.services, "ada");
    return url.slice(registry.services.config.baseUrl.length);
  }
  const client = /\{code:([a-z-]+)\}/.exec(path);
  if (client === null) return path;
  return path.replace(client[0], (await beginGrant(registry, client[1])).user_code);
}
