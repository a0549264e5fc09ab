import assert from "node:assert/strict";
import type { Role } from "@svc/core/role";
import { sql } from "kysely";
import { storedSkeleton } from "../../../access/name/stored_skeleton.ts";
import { besideServer } from "../../../admin/testing/beside.ts";
import { addCollective, addPerson, addToken } from "../../../testing/extensions/people.ts";
import { testEmbedded } from "../../../testing/engine.ts";
import { packageOf } from "../../../testing/extensions/package.ts";
import { announcementOf, published, push, send, upload } from "../../../testing/extensions/push.ts";
import { type TestRegistry, testRegistry } from "../../../testing.ts";
import { listReports } from "../../reports/decide.ts";
import { KNOWN, resemblance } from "./resembling.ts";
import { likeOf } from "./take.ts";

/** A collective `acmecorp` with `deploy`, and one that wants to publish the same. */
interface World {
  known?: "pulls" | "badge" | "dependents" | "hidden dependents" | "no";
  /** Slug of the other collective. */
  slug?: string;
  wanted?: string;
  private?: { known?: boolean; wanted?: boolean };
  deleted?: true;
  takenDown?: true;
  /** Role in `acmecorp` of the one who pushes. */
  role?: Role;
  /** The wanted one was there before. */
  older?: true;
}

type Answer = "published" | "published, reported" | "name_held, reported";

const ROWS: Readonly<Record<string, [World, Answer]>> = {
  "one letter more than one with many pulls": [{ slug: "acmecorpp" }, "name_held, reported"],
  "two letters swapped": [{ slug: "acmecopr" }, "name_held, reported"],
  "one letter less, and digits": [{ slug: "acmec0p" }, "name_held, reported"],
  "a name that people confuse": [{ slug: "acmecor", wanted: "dep1-oy" }, "name_held, reported"],
  "another name": [{ slug: "acmecor", wanted: "deploys" }, "published"],
  "two letters apart": [{ slug: "acmeco" }, "published"],
  "known by the badge": [{ slug: "acmecor", known: "badge" }, "name_held, reported"],
  "known by dependents": [{ slug: "acmecor", known: "dependents" }, "name_held, reported"],
  "dependents that nobody sees": [{ slug: "acmecor", known: "hidden dependents" }, "published"],
  "not known": [{ slug: "acmecor", known: "no" }, "published"],
  "word": [{ slug: "acmecorp-team" }, "published, reported"],
  "word, as a digit": [{ slug: "rea1-acmecorp" }, "published, reported"],
  "plural": [{ slug: "acmecorps" }, "published, reported"],
  "word beside an unknown one": [{ slug: "the-acmecorp", known: "no" }, "published"],
  "its owner": [{ slug: "acmecor", role: "owner" }, "published"],
  "its admin is not its owner": [{ slug: "acmecor", role: "admin" }, "name_held, reported"],
  "older than the known one": [{ slug: "acmecor", older: true }, "published"],
  "the known one is private": [{ slug: "acmecor", private: { known: true } }, "published"],
  "the known one was deleted": [{ slug: "acmecor", deleted: true }, "published"],
  "the known one was taken down": [{ slug: "acmecor", takenDown: true }, "published"],
  // It may be made public later, when nobody asks any more.
  "a private one": [{ slug: "acmecor", private: { wanted: true } }, "name_held, reported"],
};

for (const [what, [world, expected]] of Object.entries(ROWS)) {
  Deno.test(`a first publish beside a known collective: ${what}`, async () => {
    await using registry = await testRegistry();
    const { answer } = await firstPublish(registry, world);
    assert.equal(answer, expected);
  });
}

/** What the first publish is answered, and which reports are open after it. */
async function firstPublish(registry: TestRegistry, world: World) {
  const { services } = registry;
  const { db } = services;
  const slug = world.slug!;
  const known = await addCollective(services, "acmecorp", {
    private: world.private?.known === true,
  });
  const wanted = await addCollective(services, slug, { private: world.private?.wanted === true });
  const owner = await addPerson(services, "olga", { acmecorp: "owner" });
  const key = await addPerson(services, "eve", {
    [slug]: "owner",
    ...(world.role && { acmecorp: world.role }),
  });
  await published(registry, owner, { name: "@acmecorp/deploy" });
  await makeKnown(registry, world.known ?? "pulls");
  const at = services.now().toISOString();
  if (world.deleted) {
    await db.updateTable("collective").set({ deleted_at: at }).where("id", "=", known).execute();
  }
  if (world.takenDown) await db.updateTable("extension").set({ taken_down_at: at }).execute();
  if (world.older) {
    await db.updateTable("collective").set({ created_at: "2020-01-01T00:00:00.000Z" })
      .where("id", "=", wanted).execute();
  }
  const name = `@${slug}/${world.wanted ?? "deploy"}`;
  const response = await push(registry, key, { name });
  const body = await response.json();
  const reports = await listReports(db, { closedToo: true });
  const said = response.ok ? "published" : body.code;
  return {
    answer: reports.length === 0 ? said : `${said}, reported`,
    body,
    reports,
    name,
    key,
  };
}

async function makeKnown(registry: TestRegistry, by: NonNullable<World["known"]>): Promise<void> {
  const { services } = registry;
  const { db } = services;
  if (by === "pulls") {
    await db.updateTable("extension").set({ pull_count: KNOWN.pulls }).execute();
  } else if (by === "badge") {
    await db.updateTable("extension_version").set({ verified_by_svc: 1 }).execute();
  } else if (by !== "no") {
    await addCollective(services, "users", { private: by === "hidden dependents" });
    const key = await addPerson(services, "uma", { users: "owner" });
    for (let n = 0; n < KNOWN.dependents; n++) {
      await published(registry, key, {
        name: `@users/u${n}x`,
        manifest: { dependencies: ["@acmecorp/deploy"] },
      });
    }
  }
}

Deno.test("a held name is kept, reported once, and published once it is freed", async () => {
  await using beside = await besideServer();
  const { registry, json } = beside;
  const { db } = registry.services;
  const { body, reports, name, key } = await firstPublish(registry, { slug: "acmecor" });
  assert.match(body.error, /'@acmecor\/deploy' waits for the operator.*'@acmecorp\/deploy'/);
  assert.match(body.hint, /published once they allow it/);
  const held = await db.selectFrom("staged_version")
    .select(["extension_name", "state", "held_for", "pushed"]).execute();
  assert.deepEqual(held.map((row) => ({ ...row })), [
    { extension_name: name, state: "staged", held_for: "@acmecorp/deploy", pushed: 1 },
  ]);
  assert.deepEqual((await json(0, "reports")).reports, JSON.parse(JSON.stringify(reports)));
  assert.deepEqual(
    reports.map(({ extension, category, reporter }) => [extension, category, reporter]),
    [["@acmecorp/deploy", "name", null]],
  );
  assert.match(reports[0]!.text, /allow or refuse it, on the operator's page/);
  assert.equal((await push(registry, key, { name })).status, 409);
  assert.equal((await listReports(db, { closedToo: true })).length, 1);
  await json(0, "names", "free", name);
  assert.equal((await published(registry, key, { name })).name, name);
});

Deno.test("what became held while an archive was uploaded is refused by the transaction", async () => {
  await using registry = await testRegistry();
  const { services } = registry;
  for (const slug of ["acmecorp", "acmecor"]) await addCollective(services, slug);
  const owner = await addPerson(services, "olga", { acmecorp: "owner" });
  const eve = await addPerson(services, "eve", { acmecor: "owner" });
  await published(registry, owner, { name: "@acmecorp/deploy" });
  const announcement = announcementOf({ name: "@acmecor/deploy" });
  const sent = await upload(registry, eve, announcement, await packageOf(announcement));
  assert.equal(sent.status, 200);
  await makeKnown(registry, "pulls");
  const confirmed = await send(registry, "POST", "/api/v1/extensions/confirm", eve, announcement);
  assert.deepEqual([confirmed.status, (await confirmed.json()).code], [409, "name_held"]);
  const rows = await services.db.selectFrom("extension").select("name").execute();
  assert.deepEqual(rows.map(({ name }) => name), ["@acmecorp/deploy"]);
});

Deno.test("of first versions that are published at once, none is refused for its own name", async () => {
  await using registry = await testRegistry();
  const { services } = registry;
  const collectiveId = await addCollective(services, "acme");
  const ada = await addPerson(services, "ada", { acme: "member" });
  await published(registry, ada, { name: "@acme/hello" });
  // As one of them asks that has looked for the extension before another one made it.
  const wanted = { name: "@acme/hello", collectiveId, by: "ada", reads: true };
  assert.equal(await likeOf(services, wanted), undefined);
  await assert.rejects(likeOf(services, { ...wanted, name: "@acme/hell0" }), /too close to/);
});

/** Who learns by a refusal how another extension of a private collective is called. */
const TOLD: Readonly<
  Record<string, [who: "member" | "pusher" | "reader" | "stranger", told: boolean]>
> = {
  "a member is told": ["member", true],
  "a token that reads is told": ["reader", true],
  "a token that only pushes is not": ["pusher", false],
  "a stranger is refused as if the collective was not there": ["stranger", false],
};

for (const [what, [who, told]] of Object.entries(TOLD)) {
  Deno.test(`a name too close to a private one: ${what}`, async () => {
    await using registry = await testRegistry();
    const { services } = registry;
    await addCollective(services, "hidden", { private: true });
    const member = await addPerson(services, "mia", { hidden: "member" });
    await published(registry, member, { name: "@hidden/payroll" });
    const key = who === "member"
      ? member
      : who === "stranger"
      ? await addPerson(services, "sam")
      : await addToken(services, "hidden", [
        "extensions:push",
        ...(who === "reader" ? ["extensions:read"] as const : []),
      ]);
    const ask = async (name: string) => {
      const response = await push(registry, key, { name });
      return { status: response.status, text: await response.text() };
    };
    const { status, text } = await ask("@hidden/payro11");
    assert.equal(text.includes("@hidden/payroll'"), told, text);
    assert.equal(status, who === "stranger" ? 404 : 409);
    if (who === "stranger") {
      const masked = (said: string) => said.replaceAll(/"requestId":"[^"]*"/g, "");
      const other = await ask("@hidden/something");
      assert.deepEqual([masked(text), status], [masked(other.text), other.status]);
    }
  });
}

Deno.test("which slugs are nearly one", () => {
  const rows: [string, string, ReturnType<typeof resemblance>][] = [
    ["acmes", "acme", "words"],
    ["acnne", "acme", undefined],
    ["acmf", "acme", undefined],
    ["github-inc", "inc-github", "words"],
    ["tools-of-acme", "acme-of-tools", "words"],
    ["tools", "team", undefined],
    ["carnbon", "carbon", "edit"],
    ["orchid", "0rchidd", "edit"],
  ];
  for (const [one, other, expected] of rows) {
    assert.equal(resemblance(one, other), expected, `${one} ${other}`);
    assert.equal(resemblance(other, one), expected, `${other} ${one}`);
  }
});

testEmbedded("a first publish finds the names like its own by their index", async () => {
  await using registry = await testRegistry();
  const { db } = registry.services;
  const { sql: text } = db.selectFrom("extension")
    .innerJoin("collective", "collective.id", "extension.collective_id").select("extension.id")
    .where(storedSkeleton(db, "extension.name"), "=", "deploy").compile();
  const { rows } = await sql.raw<{ detail: string }>(
    `explain query plan ${text.replace("?", "'deploy'")}`,
  ).execute(db);
  assert.match(rows.map(({ detail }) => detail).join("\n"), /extension_by_skeleton/);
});
