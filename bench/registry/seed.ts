import { sql, type Transaction } from "kysely";
import { calVerSortKey } from "@svc/core/calver";
import { CONTENT_KINDS } from "@svc/core/manifest";
import { readConfig } from "../../packages/registry/platform/config/mod.ts";
import { addCollective, addPerson } from "../../packages/registry/testing/extensions/people.ts";
import { noteCollectiveChange } from "../../packages/registry/features/extensions/mirror/note.ts";
import { createLog } from "@svc/http/log";
import { closeServices, openServices } from "../../packages/registry/open.ts";
import { inTransaction } from "../../packages/registry/platform/store/transaction.ts";
import type { Services } from "../../packages/registry/access/services.ts";
import type { Schema } from "../../packages/registry/access/store/schema.ts";
import type {} from "../../packages/registry/features/extensions/record/tables.ts";

/** The name of the n-th extension; all names are equally long, so all answers are. */
export function nameOf(n: number): string {
  return `@bench/extension-${String(n).padStart(6, "0")}`;
}

/** Numbers of changes begin behind this one. */
export const FIRST_SERIAL = 1_000_000;

const VERSION = "2026.01.02.1";
const AT = "2026-01-02T00:00:00.000Z";

/** The store of `data`, for as long as `work` takes. */
export async function withStore<Result>(
  data: string,
  work: (services: Services) => Promise<Result>,
  settings: Record<string, string> = {},
): Promise<Result> {
  const services = await openServices(readConfig({ ...settings, SVC_DATA: data }), {
    log: createLog("off", () => new Date()),
  });
  try {
    return await work(services);
  } finally {
    await closeServices(services);
  }
}

/** Creates the collective `bench` and its owner; returns a personal key of theirs. */
export async function seedPeople(services: Services): Promise<string> {
  await addCollective(services, "bench");
  // All numbers of changes are equally long, so all answers are.
  await services.db.insertInto("index_serial").values({ id: 1, value: FIRST_SERIAL })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ value: FIRST_SERIAL })).execute();
  return await addPerson(services, "bencher", { bench: "owner" });
}

/**
 * Brings the store from `from` to `to` extensions: one is inserted as the server would, the others
 * are copies of it under names of their own, made by the store itself.
 */
export async function seedExtensions(services: Services, from: number, to: number): Promise<void> {
  const collective = await services.db.selectFrom("collective").select("id")
    .where("slug", "=", "bench").executeTakeFirstOrThrow();
  await inTransaction(services.db, async (trx) => {
    if (from === 0) await insertFirst(trx, collective.id);
    const first = Math.max(from, 1);
    await copy(trx, "extension", first, to);
    await copy(trx, "extension_version", first, to);
    await sql`insert into search_entry (number, contents) select number, '@bench/model'
      from extension where number not in (select number from search_entry)`.execute(trx);
    await noteCollectiveChange(trx, collective.id);
  });
}

/**
 * Gives the first extension an archive of so many bytes that hardly compress. Its record says nothing
 * of that, as all answers are to be equally long.
 */
export async function seedArchive(services: Services, bytes: number): Promise<void> {
  const archive = new Uint8Array(bytes);
  for (let at = 0; at < bytes; at += 65_536) {
    crypto.getRandomValues(archive.subarray(at, at + 65_536));
  }
  const checksum = new Uint8Array(await crypto.subtle.digest("SHA-256", archive)).toHex();
  await services.blobs.put(checksum, archive);
  await sql`update extension_version set checksum = ${checksum}
    where extension_id = '00000000-0000-4000-8000-000000000000'`.execute(services.db);
}

/** Copies the first row of a table for each number; what differs is named here. */
async function copy(trx: Transaction<Schema>, table: string, from: number, to: number) {
  const { rows: [row] } = await sql<Record<string, unknown>>`select * from ${
    sql.table(table)
  } limit 1`
    .execute(trx);
  const own: Record<string, ReturnType<typeof sql>> = table === "extension"
    ? {
      id: sql`'00000000-0000-4000-8000-' || ${digits("n", 12)}`,
      name: sql`'@bench/extension-' || ${digits("n", 6)}`,
      description: sql`'Extension of the benchmark, about topic' || ${digits("n % 1000", 3)}`,
    }
    : {
      id: sql`'00000000-0000-4000-9000-' || ${digits("n", 12)}`,
      extension_id: sql`'00000000-0000-4000-8000-' || ${digits("n", 12)}`,
    };
  const columns = Object.keys(row!).filter((column) => column !== "number");
  await sql`with recursive counted(n) as (
      select cast(${from} as integer) union all select n + 1 from counted where n + 1 < ${to})
    insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
    select ${sql.join(columns.map((column) => own[column] ?? sql`one.${sql.ref(column)}`))}
    from counted, (select * from ${sql.table(table)} limit 1) as one`.execute(trx);
}

/** A number below a million with leading zeros, in words of both engines. */
function digits(number: string, count: number) {
  const own = Math.min(count, 6);
  return sql.raw(
    `'${"0".repeat(count - own)}' || substr(cast(${10 ** own} + (${number}) as text), 2)`,
  );
}

async function insertFirst(trx: Transaction<Schema>, collectiveId: string): Promise<void> {
  const id = "00000000-0000-4000-8000-000000000000";
  await trx.insertInto("extension").values({
    id,
    name: nameOf(0),
    collective_id: collectiveId,
    description: "Extension of the benchmark, about topic000",
    repository: null,
    homepage: null,
    license: "MIT",
    platforms: "[]",
    labels: '["bench"]',
    dependencies: "[]",
    content_types: '["models"]',
    content_names: '["@bench/model"]',
    latest_stable: VERSION,
    latest_rc: null,
    latest_beta: null,
    author_user_id: null,
    created_at: AT,
    updated_at: AT,
    yanked_at: null,
    yank_reason: null,
    deprecated_at: null,
    deprecated_by_user_id: null,
    deprecation_reason: null,
    superseded_by: null,
    repository_verified: null,
    repository_verified_at: null,
    repository_verified_url: null,
    verification: null,
  }).execute();
  await trx.insertInto("extension_version").values({
    id: "00000000-0000-4000-9000-000000000000",
    extension_id: id,
    version: VERSION,
    sort_key: calVerSortKey(VERSION),
    channel: "stable",
    checksum: "0".repeat(64),
    packed_bytes: 1000,
    unpacked_bytes: 5000,
    file_count: 4,
    manifest,
    descriptor,
    readme: null,
    release_notes: null,
    rubric_version: 1,
    facts,
    trust: '{"outcome":"passed","audited":[]}',
    published_at: AT,
    published_by_user_id: null,
    published_by_token_id: null,
    yanked_at: null,
    yank_reason: null,
  }).execute();
}

const manifest = JSON.stringify({
  name: "@bench/model",
  ...Object.fromEntries(CONTENT_KINDS.map((kind) => [kind, []])),
  platforms: [],
  labels: [],
  dependencies: [],
});

const descriptor = JSON.stringify({
  descriptorVersion: 1,
  models: [{
    file: "model.ts",
    type: "@bench/model",
    version: VERSION,
    dataOutputSpecs: [],
    methods: Array.from({ length: 6 }, (_, n) => ({
      name: `method-${n}`,
      description: "Reads one thing and writes it down.",
      arguments: {
        type: "object",
        properties: { repo: { type: "string", minLength: 1 } },
        required: ["repo"],
        additionalProperties: false,
      },
    })),
  }],
  reports: [],
  vaults: [],
  datastores: [],
  permissions: { net: ["api.example.com"] },
});

const facts = JSON.stringify({
  factsVersion: 1,
  rubricVersion: 1,
  readme: { path: "files/README.md", characters: 800, codeBlocks: 3 },
  licenseFile: "files/LICENSE",
  entryPoints: ["models/model.ts"],
  symbols: { outcome: "passed", total: 4, documented: 4, moduleDocs: [], undocumented: [] },
  slowTypes: { outcome: "passed", total: 0, findings: [] },
});
