import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { Schema } from "./schema.ts";

/** That the database lacks what was acknowledged; one row at most, for all servers. */
interface LostCommitsTable {
  only: number;
  /** An ISO 8601 instant. */
  found_at: string;
  message: string;
}

declare module "./schema.ts" {
  interface Schema {
    lost_commits: LostCommitsTable;
  }
}

/** Whether the database lacks what was acknowledged, until the operator accepts that. */
export const lostCommits: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.createTable("lost_commits")
      .addColumn("only", "integer", (column) => column.primaryKey())
      .addColumn("found_at", "text", (column) => column.notNull())
      .addColumn("message", "text", (column) => column.notNull())
      .execute();
  },
};

/** What the database lacks although it was acknowledged. */
export interface Loss {
  foundAt: string;
  message: string;
}

/** What any server found to be lost and nobody accepted yet. */
export async function readLoss(db: Kysely<Schema>): Promise<Loss | undefined> {
  return await db.selectFrom("lost_commits").select(["found_at as foundAt", "message"])
    .executeTakeFirst();
}

/** The operator goes on with what is left. @returns what is not told of any more */
export async function acceptLoss(db: Kysely<Schema>): Promise<Loss | undefined> {
  return await db.deleteFrom("lost_commits").returning(["found_at as foundAt", "message"])
    .executeTakeFirst();
}

/** Writes into the database what this process found to be lost, for all servers and for later. */
export function noteLosses(db: () => Kysely<Schema>) {
  let unwritten: Loss | undefined;
  let noted = 0;
  async function write(): Promise<void> {
    const loss = unwritten;
    if (loss === undefined) return;
    // The first one stays: nothing was accepted yet.
    await db().insertInto("lost_commits")
      .values({ only: 1, found_at: loss.foundAt, message: loss.message })
      .onConflict((conflict) => conflict.column("only").doNothing()).execute();
    if (unwritten === loss) unwritten = undefined;
  }
  return {
    note(message: string): void {
      noted++;
      unwritten = { foundAt: new Date().toISOString(), message };
      // Where that fails, the next one who asks writes it.
      write().catch(() => undefined);
    },
    /** @throws SvcError `unavailable` while the database is away */
    async read(): Promise<Loss | undefined> {
      for (;;) {
        const before = noted;
        await write();
        const loss = await readLoss(db());
        // The connection over which it was read may be the one that found out.
        if (noted === before) return loss;
      }
    },
  };
}
