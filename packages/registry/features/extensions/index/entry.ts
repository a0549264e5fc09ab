import type { Contents } from "@svc/core/descriptor";
import type { ColumnType } from "kysely";
import type { Trx } from "../../../access/store/schema.ts";

/** What search knows of an extension beside its record. */
export interface SearchEntryTable {
  /** The extension's number. */
  number: ColumnType<number, number, never>;
  /** Words for what it carries, each on a line. */
  contents: string;
  /**
   * Which change this was, of the extension, its collective or this entry. The store sets it by
   * triggers, so that no writer can forget to: see `migration.ts`.
   */
  changed: ColumnType<number, never, never>;
}

declare module "../../../platform/store/schema.ts" {
  interface Schema {
    search_entry: SearchEntryTable;
  }
}

/**
 * Characters that search takes of a description, and keeps of what an extension carries: about the
 * 1,000 words of the index. There may be a million, and the server's thread reads many extensions.
 */
export const MOST_CHARACTERS = 20_000;

/** Keeps what an extension carries for search, in the transaction that changes it. */
export async function keepSearchEntry(trx: Trx, number: number, contents: Contents): Promise<void> {
  const words = [...new Set(searchWords(contents))].join("\n").slice(0, MOST_CHARACTERS)
    .toWellFormed();
  await trx.insertInto("search_entry").values({ number, contents: words })
    .onConflict((conflict) => conflict.column("number").doUpdateSet({ contents: words }))
    .execute();
}

/** The words a search may find an extension's contents by: its types, reports and so on, methods. */
function searchWords(contents: Contents): string[] {
  const types = [...contents.models, ...contents.extensions];
  return [
    ...contentNames(contents),
    ...types.flatMap(({ methods }) => methods.map((method) => method.name)),
  ];
}

/** The names an extension defines: its types, reports, workflows and skills. */
export function contentNames(contents: Contents): string[] {
  return [
    ...contents.models.map((model) => model.type),
    ...contents.vaults.map((vault) => vault.type),
    ...contents.datastores.map((datastore) => datastore.type),
    ...contents.drivers.map((driver) => driver.type),
    ...contents.reports.map((report) => report.name),
    ...contents.workflows.map((workflow) => workflow.name),
    ...contents.skills.map((skill) => skill.name),
  ];
}
