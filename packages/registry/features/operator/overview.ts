import type { Services } from "../../access/services.ts";
import { listRestricted } from "../operating/restricted.ts";
import { listClaims } from "../claims/list.ts";
import { listDisabled } from "../operating/accounts.ts";
import { listSuspended } from "../operating/suspension.ts";
import { listReports } from "../reports/decide.ts";
import { listHeld } from "../staging/held_names.ts";
import type { Overview } from "./schema.ts";

/** All that waits for an operator, and what operators did that can be undone. */
export async function overviewOf({ db }: Pick<Services, "db">): Promise<Overview> {
  return {
    reports: await listReports(db, { closedToo: false }),
    claims: await listClaims(db, { decidedToo: false }),
    held: await listHeld(db),
    restricted: await listRestricted(db),
    suspended: await listSuspended(db),
    disabled: await listDisabled(db),
  };
}
