import { sql } from "kysely";
import { isPostgres } from "../../platform/store/engine.ts";
import type { Db } from "../../platform/store/schema.ts";
import type { Finding } from "./finding.ts";

const RESTORE = "Restore the last backup into a new folder.";

/** Reads every page and index of the database, and every reference from one table to another. */
export async function checkDatabase(db: Db): Promise<Finding[]> {
  if (isPostgres(db)) {
    const message = "Postgres answers; it keeps references itself, and pg_amcheck reads its pages";
    return [{ check: "database", status: "ok", message }];
  }
  const integrity = await rowsOf(db, "integrity_check");
  const said = integrity.map((row) => String(Object.values(row)[0]));
  const whole = said.length === 1 && said[0] === "ok";
  const broken = await rowsOf(db, "foreign_key_check");
  const tables = [...new Set(broken.map((row) => String(row.table)))];
  return [
    whole
      ? { check: "database", status: "ok", message: "every page and index is whole" }
      : { check: "database", status: "failing", message: said.join("; "), hint: RESTORE },
    broken.length === 0
      ? { check: "references", status: "ok", message: "all references are valid" }
      : {
        check: "references",
        status: "failing",
        message: `${broken.length} rows refer to missing rows, in ${tables.join(", ")}`,
        hint: RESTORE,
      },
  ];
}

async function rowsOf(db: Db, pragma: string) {
  return (await sql<Record<string, unknown>>`pragma ${sql.raw(pragma)}`.execute(db)).rows;
}
