import { type Kysely, sql, SqliteAdapter } from "kysely";
import { migration } from "../../platform/store/migration.ts";

type Operation = "insert" | "update" | "delete";

/** What the processes that serve are told when rows of a table change. */
interface Sent {
  table: string;
  on: readonly Operation[];
  /**
   * A select with one notice a row, from the rows `changed`: as they are after an insert, as they
   * were before a delete or an update. After an update `now` has them as they are.
   */
  notices: string;
}

const ALL = ["insert", "update", "delete"] as const;

/** An entry as text: `["name", {…}]`. */
function entry(name: string, ...fields: string[]): string {
  return `json_build_array('${name}', json_build_object(${fields.join(", ")}))::text`;
}

const ENDED = entry("credential.ended", "'ids'", "json_build_array(changed.id)");

/** The credentials whose `columns` differ. */
function ended(table: string, columns: readonly string[]): Sent[] {
  const of = (row: string) => `(${columns.map((column) => `${row}."${column}"`).join(", ")})`;
  return [
    { table, on: ["delete"], notices: `select ${ENDED} from changed` },
    {
      table,
      on: ["update"],
      notices: `select ${ENDED} from changed join now on now.id = changed.id
        where ${of("now")} is distinct from ${of("changed")}`,
    },
  ];
}

const EXTENSION = ["'extensionId'", "changed.id", "'name'", "changed.name"];

/** Every publication holds its collective by writing the row as it is (`holdRight`): no change. */
const COLLECTIVE_CHANGED: Sent = {
  table: "collective",
  on: ["update"],
  notices: `select ${
    entry("collective.changed", "'collectiveId'", "changed.id")
  } from changed join now on now.id = changed.id where now is distinct from changed`,
};

const SENT: readonly Sent[] = [
  ...ended("apikey", ["key", "enabled", "expiresAt", "referenceId"]),
  ...ended("collective_token", ["key_hash", "enabled", "expires_at", "scopes"]),
  {
    table: "session",
    on: ["update", "delete"],
    notices: `select ${entry("sessions.ended")} from changed limit 1`,
  },
  {
    table: "disabled_user",
    on: ALL,
    notices: `select ${entry("store.changed")} from changed limit 1`,
  },
  {
    table: "collective",
    on: ["insert", "delete"],
    notices: `select ${entry("collective.changed", "'collectiveId'", "changed.id")} from changed`,
  },
  COLLECTIVE_CHANGED,
  {
    table: "extension",
    on: ["insert", "delete"],
    notices: `select ${entry("extension.changed", ...EXTENSION)} from changed`,
  },
  {
    table: "extension",
    on: ["update"],
    notices: `select case
        when to_jsonb(now) - 'pull_count' = to_jsonb(changed) - 'pull_count'
        then ${entry("extension.changed", ...EXTENSION, "'only'", "'pulls'")}
        else ${entry("extension.changed", ...EXTENSION)} end
      from changed join now on now.id = changed.id`,
  },
  ...["profile", "feed_post"].map((table): Sent => ({
    table,
    on: ALL,
    notices: `select ${entry(`${table.split("_")[0]}.changed`)} from changed limit 1`,
  })),
  {
    table: "extension_version",
    on: ALL,
    notices: `select distinct ${
      entry("extension.changed", "'extensionId'", "extension.id", "'name'", "extension.name")
    } from changed join extension on extension.id = changed.extension_id`,
  },
];

/** Notices of one statement; more become one that makes everything doubtful. */
const MOST = 50;

/**
 * On Postgres: triggers that tell every process that serves what a transaction changed, as it
 * commits. Whoever changes it, another release, a command or a person with `psql`, cannot forget to.
 * Where SQLite is, a process sees that another one has committed (`platform/store/watch.ts`).
 */
export const notice = migration(async (db) => {
  if (db.getExecutor().adapter instanceof SqliteAdapter) return;
  // A notice has less than 8,000 bytes; no id or name comes near that.
  await sql.raw(`create function svc_notice() returns trigger language plpgsql as $$
      declare
        notices text[];
      begin
        execute format('select array_agg(notice) from (%s limit ${MOST + 1}) as sent (notice)',
          tg_argv[0]) into notices;
        if cardinality(notices) > ${MOST} then
          notices := array['["store.changed", {}]'];
        end if;
        perform pg_notify('svc', notice) from unnest(notices) as sent (notice);
        return null;
      end $$`).execute(db);
  for (const sent of SENT) await createTriggers(db, sent);
});

/** Until then, a collective that was written as it is counted as changed. */
export const noticeOfChange = migration(async (db) => {
  if (db.getExecutor().adapter instanceof SqliteAdapter) return;
  await sql.raw("drop trigger svc_notice_update on collective").execute(db);
  await createTriggers(db, COLLECTIVE_CHANGED);
});

async function createTriggers(db: Kysely<unknown>, { table, on, notices }: Sent): Promise<void> {
  for (const operation of on) {
    await sql.raw(`create trigger svc_notice_${operation} after ${operation} on "${table}"
      referencing ${ROWS[operation]} for each statement
      execute function svc_notice(${literal(`select * from (${notices}) as each_one`)})`)
      .execute(db);
  }
}

const ROWS: Readonly<Record<Operation, string>> = {
  insert: "new table as changed",
  update: "old table as changed new table as now",
  delete: "old table as changed",
};

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
