import type { Services } from "../../access/services.ts";
import { listReports } from "../reports/decide.ts";
import type { Overview } from "./schema.ts";

/** All that waits for an operator. */
export async function overviewOf({ db }: Pick<Services, "db">): Promise<Overview> {
  return { reports: await listReports(db, { closedToo: false }) };
}
