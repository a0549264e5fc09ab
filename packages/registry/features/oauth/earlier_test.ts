import assert from "node:assert/strict";
import { sql } from "kysely";
import type { Db } from "../../access/store/schema.ts";
import { EARLIER } from "../../earlier.ts";
import { MIGRATIONS } from "../../migrations.ts";
import { migrate } from "../../platform/store/migrate.ts";
import { openSqlite } from "../../platform/store/sqlite.ts";
import { layBefore } from "../../testing/earlier.ts";

const AT = "2026-11-23T20:30:23.000Z";
const [A, B] = ["https://a.example", "https://b.example"];
const SERVE = ["openid", "serve", "offline_access"];
const LEARN = ["openid", "offline_access"];

/** What of a person's applications is in a stored registry, as the release before wrote it. */
interface Kept {
  client: string;
  /** Of the consent; undefined where there is none. */
  consent?: { scopes: string[]; resources: string[] | null };
  /** Of the refresh token. */
  token: { scopes: string[]; resources: string[] | null };
  /** Whether the application has the device grant, whose approvals were added to the same consent. */
  device?: true;
}

/** Each with what stays of it: its consent, its refresh token. */
const TABLE: [Kept, consent: boolean, token: boolean][] = [
  [{ client: "unbound", consent: at(SERVE, null), token: at(SERVE, null) }, false, false],
  [{ client: "redeemed for any", consent: at(SERVE, null), token: at(SERVE, [B]) }, false, false],
  [{ client: "who it is", consent: at(LEARN, null), token: at(LEARN, null) }, true, true],
  [{ client: "who it is, at any", consent: at(LEARN, null), token: at(LEARN, [B]) }, true, false],
  [{ client: "bound", consent: at(SERVE, [A]), token: at(SERVE, [A]) }, true, true],
  [{ client: "one of two", consent: at(SERVE, [A, B]), token: at(SERVE, [A]) }, true, true],
  [{ client: "bound later", consent: at(SERVE, [A]), token: at(SERVE, [B]) }, true, false],
  [{ client: "bound, more", consent: at(LEARN, [A]), token: at(SERVE, [A]) }, true, false],
  [
    { client: "gone", consent: at(SERVE, ["https://c.example"]), token: at(SERVE, [A]) },
    false,
    false,
  ],
  [
    { client: "device", consent: at(SERVE, [A]), token: at(SERVE, null), device: true },
    false,
    false,
  ],
  [{ client: "no consent", token: at(SERVE, [A]) }, false, false],
];

function at(scopes: string[], resources: string[] | null) {
  return { scopes, resources };
}

Deno.test("upgrade: consents, codes, tokens and device grants that name no server end, others go on as what they say", async () => {
  await using db = await upgraded(async (db) => {
    await addServer(db, A, "server of a");
    await addServer(db, B, "server of b");
    for (const [kept] of TABLE) await addKept(db, kept);
    await addCode(db, "unbound", null);
    await addCode(db, "bound", [A]);
    for (const client of ["svc-cli", "svc-serve-bootstrap", "device"]) await addDevice(db, client);
  });
  const ids = new Map((await db.selectFrom("oauthResource").select(["identifier", "id"]).execute())
    .map(({ identifier, id }) => [identifier, id]));
  for (const [{ client, consent }, keptConsent, keptToken] of TABLE) {
    const [one] = await db.selectFrom("oauthConsent").select("referenceId")
      .where("clientId", "=", client).execute();
    const [token] = await db.selectFrom("oauthRefreshToken").select("referenceId")
      .where("clientId", "=", client).execute();
    assert.deepEqual([one !== undefined, token !== undefined], [keptConsent, keptToken], client);
    const servers = consent?.resources?.map((one) => ids.get(one)!).sort().join(" ");
    for (const row of [one, token]) {
      if (row) assert.equal(row.referenceId, servers ?? "no server", client);
    }
  }
  assert.deepEqual(await db.selectFrom("verification").select("identifier").execute(), []);
  const devices = await db.selectFrom("deviceCode").select("clientId").execute();
  const left = devices.map(({ clientId }) => clientId);
  assert.deepEqual(left, ["svc-cli"], "the command line acts as the person and names no server");
});

Deno.test("upgrade: of several owners of one address the first keeps it, with their last application", async () => {
  await using db = await upgraded(async (db) => {
    await addServer(db, A, "first", "anna");
    await addServer(db, A, "other", "ben");
    await addServer(db, A, "last", "anna");
    await addServer(db, "http://localhost:4400", "mine", "anna");
    await addServer(db, "http://localhost:4400", "yours", "ben");
  });
  const links = await db.selectFrom("oauthClientResource").select(["clientId", "soleAddress"])
    .orderBy("clientId").execute();
  assert.deepEqual(links.map(({ clientId, soleAddress }) => [clientId, soleAddress]), [
    ["last", A],
    ["mine", null],
    ["yours", null],
  ]);
});

async function upgraded(fill: (db: Db) => Promise<void>): Promise<Db & AsyncDisposable> {
  const db = openSqlite(":memory:");
  await layBefore("0038_oauth_servers", db);
  for (const id of ["ada", "anna", "ben"]) {
    await sql`insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt", username)
      values (${id}, ${id}, ${id}, 0, ${AT}, ${AT}, ${id})`.execute(db);
  }
  await fill(db);
  await migrate(db, MIGRATIONS, EARLIER);
  return Object.assign(db, { [Symbol.asyncDispose]: () => db.destroy() });
}

async function addClient(db: Db, id: string, owner: string, device?: true) {
  const grants = ["authorization_code", "refresh_token"];
  if (device) grants.push("urn:ietf:params:oauth:grant-type:device_code");
  await sql`insert into "oauthClient" (id, "clientId", "userId", "redirectUris", "grantTypes")
    values (${id}, ${id}, ${owner}, '[]', ${JSON.stringify(grants)})`.execute(db);
}

let links = 0;

async function addServer(db: Db, address: string, client: string, owner = "anna") {
  await addClient(db, client, owner);
  await sql`insert into "oauthResource" (id, identifier, name) values
    (${`id of ${address}`}, ${address}, ${address}) on conflict do nothing`.execute(db);
  await sql`insert into "oauthClientResource" (id, "clientId", "resourceId", "createdAt") values
    (${client}, ${client}, ${address}, ${`${AT.slice(0, -1)}${links++}Z`})`.execute(db);
}

async function addKept(db: Db, { client, consent, token, device }: Kept) {
  await addClient(db, client, "ben", device);
  if (consent) {
    await sql`insert into "oauthConsent"
      (id, "clientId", "userId", resources, "requestedUserInfoClaims", scopes, "createdAt", "updatedAt")
      values (${client}, ${client}, 'ada', ${json(consent.resources)}, '[]',
        ${json(consent.scopes)}, ${AT}, ${AT})`.execute(db);
  }
  await sql`insert into "oauthRefreshToken"
    (id, token, "clientId", "userId", resources, scopes, "expiresAt", "createdAt")
    values (${client}, ${client}, ${client}, 'ada', ${json(token.resources)},
      ${json(token.scopes)}, '2026-12-23T20:30:23.000Z', ${AT})`.execute(db);
}

async function addCode(db: Db, client: string, resource: string[] | null) {
  const value = {
    type: "authorization_code",
    query: { response_type: "code", scope: "openid serve", client_id: client },
    userId: "ada",
    sessionId: "s",
    authTime: 1795465823671,
    resource: resource ?? [],
  };
  await sql`insert into verification (id, identifier, value, "expiresAt", "createdAt", "updatedAt")
    values (${client}, ${client}, ${json(value)}, '2026-11-23T20:40:23.000Z', ${AT}, ${AT})`
    .execute(db);
}

async function addDevice(db: Db, client: string) {
  await sql`insert into "deviceCode"
    (id, "deviceCode", "userCode", "userId", "expiresAt", status, "pollingInterval", "clientId", scope)
    values (${client}, ${client}, ${client}, null, '2026-11-23T20:45:23.000Z', 'pending', 5000,
      ${client}, 'openid serve')`.execute(db);
}

function json(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}
