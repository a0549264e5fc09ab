import { sql } from "kysely";
import type { BesideServer } from "../beside/open.ts";
import type { Finding } from "./finding.ts";

/** Compares what the search index is made from with the extensions it finds. */
export async function checkSearch({ db }: Pick<BesideServer, "db">): Promise<Finding[]> {
  const { rows } = await sql<{ absent: number; extra: number }>`select
    (select count(*) from extension e where e.record_version_id is not null and not exists
      (select 1 from search_entry s where s.number = e.number)) as absent,
    (select count(*) from search_entry s where not exists
      (select 1 from extension e where e.number = s.number)) as extra`.execute(db);
  const { absent, extra } = rows[0]!;
  if (absent + extra === 0) {
    return [{ check: "search", status: "ok", message: "the index has every extension" }];
  }
  return [{
    check: "search",
    status: "failing",
    message: `${absent} extensions are not in the index, ${extra} entries have no extension`,
    hint: "Run: npm run admin -- reindex",
  }];
}
