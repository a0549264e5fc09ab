import { parseContents } from "@svc/core/descriptor";
import { sql } from "kysely";
import { keepSearchEntry } from "../../features/extensions/index/entry.ts";
import type { AdminCommand } from "../command/command.ts";
import { type BesideServer, openBeside } from "../beside/open.ts";
import { inTransaction } from "../../platform/store/transaction.ts";

/** Extensions written in one transaction: the server's writes wait for no longer than that. */
const BATCH = 50;

/** `reindex` */
export const reindex: AdminCommand = {
  summary: "Rebuild the search index",
  details: "Searches continue to work: the entry of each extension is replaced one by one.",
  async run({ config }) {
    await using store = await openBeside(config);
    let after = 0;
    let count = 0;
    for (;;) {
      const numbers = await writeBatch(store, after);
      if (numbers.length === 0) break;
      after = numbers.at(-1)!;
      count += numbers.length;
    }
    const removed = await sql`delete from search_entry
      where number not in (select number from extension)`.execute(store.db);
    return {
      text: `The search index has ${count} extensions.`,
      json: { extensions: count, removed: Number(removed.numAffectedRows ?? 0n) },
    };
  },
};

/** The numbers of the extensions that were written, which follow `after`. */
async function writeBatch({ db }: BesideServer, after: number): Promise<number[]> {
  return await inTransaction(db, async (trx) => {
    const rows = await trx.selectFrom("extension")
      .innerJoin("extension_version as version", "version.id", "extension.record_version_id")
      .select(["extension.number", "extension.name", "version.descriptor"])
      .where("extension.number", ">", after).orderBy("extension.number").limit(BATCH).execute();
    for (const { number, name, descriptor } of rows) {
      await keepSearchEntry(trx, number, parseContents(descriptor, name));
    }
    return rows.map(({ number }) => number);
  });
}
