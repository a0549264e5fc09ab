import assert from "node:assert/strict";
import {
  collective,
  join,
  personalKey,
  send,
  type Sending,
  signUp,
  token,
} from "../identity/testing.ts";
import { makeOperator } from "../../testing/operator.ts";
import { announcementOf, published } from "../../testing/extensions/push.ts";
import { type TestRegistry, testRegistry } from "../../testing.ts";
import { quarantine, reinstate, release, takeDown } from "./takedown.ts";

const NAME = "@acme/hello";
const [OLDER, NEWER, NEXT] = ["2026.01.02.1", "2026.01.02.2", "2026.01.02.3"] as const;
const PATH = `/api/v1/extensions/${NAME}`;

type Who = "owner" | "member" | "stranger" | "token" | "anonymous" | "operator";
const WHO: readonly Who[] = ["owner", "member", "stranger", "token", "anonymous", "operator"];

/** What is asked, and what of the answer is compared: a status, a version, a number, or the code of a refusal. */
const ASK: Readonly<Record<string, (ask: Ask) => Promise<unknown>>> = {
  page: (ask) => ask.page(`/extensions/${NAME}`),
  "version's page": (ask) => ask.page(`/extensions/${NAME}/${NEWER}`),
  "version's files": (ask) => ask.page(`/extensions/${NAME}/${NEWER}/files`),
  read: (ask) => ask.api(`GET ${PATH}`),
  search: (ask) =>
    ask.api("GET /api/v1/extensions/search?q=hello", undefined, (body) => body.extensions.length),
  latest: (ask) => ask.api(`GET ${PATH}/latest`, undefined, (body) => body.latestVersion),
  "exact download": (ask) => ask.api(`GET ${PATH}@${NEWER}/download`),
  "exact checksum": (ask) => ask.api(`GET ${PATH}@${NEWER}/checksum`),
  mirror: (ask) => ask.api(`GET /index/${NAME}.json`, undefined, (body) => body.versions.length),
  status: (ask) =>
    ask.api(
      `GET /api/v1/extensions/status?extension=${encodeURIComponent(`${NAME}@${NEWER}`)}`,
      undefined,
      ({ extensions: [one] }) => (one.restriction ?? one.installed.restriction)?.kind ?? "open",
    ),
  list: (ask) =>
    ask.api("GET /api/v1/collectives/acme/extensions", undefined, (body) => body.extensions.length),
  push: (ask) =>
    ask.api(
      "POST /api/v1/extensions/push",
      announcementOf({ name: NAME, version: NEXT }),
    ),
  edit: (ask) => ask.api(`PATCH ${PATH}`, { description: "As before" }),
  unyank: (ask) => ask.api(`POST ${PATH}@${NEWER}/unyank`, {}),
  promote: (ask) => ask.api(`POST ${PATH}/promote`, { version: NEWER, toChannel: "stable" }),
};

/** `.` for what cannot be asked so: a token sees no page, and anonymous callers change nothing. */
const TABLE = `
state       what             owner         member        stranger      token         anonymous     operator
open        page             200           200           200           .             200           200
open        version's page   200           200           200           .             200           200
open        version's files  200           200           200           .             200           200
open        read             200           200           200           200           200           200
open        search           1             1             1             1             1             1
open        latest           2             2             2             2             2             2
open        exact download   302           302           302           302           302           302
open        exact checksum   200           200           200           200           200           200
open        mirror           2             2             2             2             2             2
open        status           open          open          open          open          open          open
open        list             1             1             1             1             .             1
open        push             200           200           role_too_low  200           .             role_too_low
open        edit             200           role_too_low  role_too_low  session_required     .             role_too_low
open        unyank           not_yanked    role_too_low  role_too_low  session_required     .             role_too_low
open        promote          channel_order role_too_low  role_too_low  channel_order .             role_too_low

extension   page             200           200           403           .             403           200
extension   version's page   200           200           403           .             403           200
extension   version's files  200           200           403           .             403           200
extension   read             200           200           quarantined   200           quarantined   200
extension   search           0             0             0             0             0             0
extension   latest           extension_yanked extension_yanked quarantined extension_yanked quarantined extension_yanked
extension   exact download   quarantined   quarantined   quarantined   quarantined   quarantined   quarantined
extension   exact checksum   quarantined   quarantined   quarantined   quarantined   quarantined   quarantined
extension   mirror           2             2             quarantined   2             quarantined   2
extension   status           quarantine    quarantine    quarantine    quarantine    quarantine    quarantine
extension   list             1             1             0             1             .             0
extension   push             quarantined   quarantined   role_too_low  quarantined   .             role_too_low
extension   edit             quarantined   role_too_low  quarantined   session_required   .             role_too_low
extension   unyank           quarantined   role_too_low  quarantined   session_required   .             role_too_low
extension   promote          quarantined   role_too_low  quarantined   quarantined   .             role_too_low

version     page             200           200           200           .             200           200
version     version's page   200           200           403           .             403           200
version     version's files  200           200           403           .             403           200
version     read             200           200           200           200           200           200
version     search           1             1             1             1             1             1
version     latest           1             1             1             1             1             1
version     exact download   quarantined   quarantined   quarantined   quarantined   quarantined   quarantined
version     exact checksum   quarantined   quarantined   quarantined   quarantined   quarantined   quarantined
version     mirror           1             1             1             1             1             1
version     status           quarantine    quarantine    quarantine    quarantine    quarantine    quarantine
version     list             1             1             1             1             .             1
version     push             200           200           role_too_low  200           .             role_too_low
version     edit             200           role_too_low  role_too_low  session_required     .             role_too_low
version     unyank           quarantined   role_too_low  role_too_low  session_required     .             role_too_low
version     promote          quarantined   role_too_low  role_too_low  quarantined   .             role_too_low

taken       page             410           410           410           .             410           410
taken       version's page   410           410           410           .             410           410
taken       read             taken_down    taken_down    taken_down    taken_down    taken_down    taken_down
taken       search           0             0             0             0             0             0
taken       latest           taken_down    taken_down    taken_down    taken_down    taken_down    taken_down
taken       exact download   taken_down    taken_down    taken_down    taken_down    taken_down    taken_down
taken       mirror           taken_down    taken_down    taken_down    taken_down    taken_down    taken_down
taken       status           takedown      takedown      takedown      takedown      takedown      takedown
taken       list             0             0             0             0             .             0
taken       push             taken_down    taken_down    role_too_low  taken_down    .             role_too_low
taken       edit             taken_down    taken_down    taken_down    session_required   .             taken_down
`.trim().split("\n").filter((line) => line !== "").slice(1)
  .map((line) => {
    const [state, ...rest] = line.split(/ {2,}/).flatMap((part, at) =>
      at < 2 ? [part] : part.split(/\s+/)
    );
    return { state: state!, what: rest[0]!, cells: rest.slice(1) };
  });

interface Ask {
  page(path: string): Promise<unknown>;
  api(
    line: string,
    body?: unknown,
    // deno-lint-ignore no-explicit-any -- each line reads what it compares
    shown?: (body: any) => unknown,
  ): Promise<unknown>;
}

function asker(registry: TestRegistry, sending: Sending): Ask {
  return {
    async page(path) {
      const headers = { accept: "text/html", ...(sending.cookie && { cookie: sending.cookie }) };
      const answer = await registry.request(path, { headers, redirect: "manual" });
      await answer.body?.cancel();
      return String(answer.status);
    },
    async api(line, body, shown) {
      const { status, body: said } = await send(registry, line, { ...sending, body });
      if (said?.code !== undefined) return said.code;
      return String(shown === undefined ? status : shown(said)).replace(/^2026.*[.]/, "");
    },
  };
}

async function world(registry: TestRegistry) {
  const olga = await signUp(registry, "olga");
  const mary = await signUp(registry, "mary");
  const sam = await signUp(registry, "sam");
  const oscar = await signUp(registry, "oscar");
  await makeOperator(registry, oscar);
  await collective(registry, olga, "acme");
  await join(registry, olga, "acme", mary);
  const { key } = await personalKey(registry, olga);
  for (const version of [OLDER, NEWER]) {
    await published(registry, key, { name: NAME, version });
  }
  await send(registry, `PATCH ${PATH}`, {
    cookie: olga.cookie,
    body: { description: "As before" },
  });
  const robot = await token(registry, olga, "acme", ["extensions:*", "collective:read"]);
  const sendings: Record<Who, Sending> = {
    owner: { cookie: olga.cookie },
    member: { cookie: mary.cookie },
    stranger: { cookie: sam.cookie },
    token: { bearer: robot.key },
    anonymous: {},
    operator: { cookie: oscar.cookie },
  };
  return { sendings };
}

/**
 * What the store has of the extension, but for what being asked changes: downloads are counted, which is
 * written some seconds later, here at once.
 */
async function stored({ services: { db, pulls } }: TestRegistry) {
  await pulls.flush();
  const { updated_at: _, pull_count: _pulls, ...extension } = await db.selectFrom("extension")
    .selectAll()
    .executeTakeFirstOrThrow();
  const versions = await db.selectFrom("extension_version").selectAll().orderBy("version")
    .execute();
  return { extension, versions };
}

Deno.test("who is answered what about an extension in each state, and that it ends without loss", async () => {
  await using registry = await testRegistry();
  const { sendings } = await world(registry);
  const { services } = registry;
  const now = services.now();
  const why = { category: "malware", note: "It sends the environment away." } as const;
  const one = { name: NAME, version: NEWER };
  const states: Record<string, [() => Promise<unknown>, () => Promise<unknown>]> = {
    open: [() => Promise.resolve(), () => Promise.resolve()],
    extension: [
      () => quarantine(services, { name: NAME }, why, now),
      () => release(services, { name: NAME }, now),
    ],
    version: [() => quarantine(services, one, why, now), () => release(services, one, now)],
    taken: [
      () => takeDown(services, { name: NAME }, why, now),
      () => reinstate(services, { name: NAME }, now),
    ],
  };
  const before = await stored(registry);
  const wrong: string[] = [];
  for (const [state, [begin, end]] of Object.entries(states)) {
    await begin();
    services.events.emit("store.changed", {});
    for (const row of TABLE.filter((row) => row.state === state)) {
      for (const [at, who] of WHO.entries()) {
        const wanted = row.cells[at]!;
        if (wanted === ".") continue;
        const found = await ASK[row.what]!(asker(registry, sendings[who]));
        if (found !== wanted) {
          wrong.push(`${state}: ${row.what} by ${who}: ${found}, not ${wanted}`);
        }
      }
    }
    await end();
    services.events.emit("store.changed", {});
    assert.deepEqual(await stored(registry), before, `${state} left something`);
  }
  assert.deepEqual(wrong, []);
  assert.equal(TABLE.length, 56);
});
