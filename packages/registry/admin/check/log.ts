import { messageOf } from "@svc/core/error";
import { checkLog } from "../../features/registry_log/check.ts";
import { assertAhead, readServed } from "../../features/registry_log/guard.ts";
import type { BesideServer } from "../beside/open.ts";
import type { Finding } from "./finding.ts";

/** Compares the registry's log with itself, and with what was served of it; nothing where there is none. */
export async function checkRegistryLog(
  { db, mark }: Pick<BesideServer, "db" | "mark">,
): Promise<Finding[]> {
  const { head, wrong } = await checkLog(db);
  if (head === undefined) return [];
  if (wrong !== undefined) {
    return [{
      check: "log",
      status: "failing",
      message: wrong,
      hint: "The database is damaged or was changed by hand. Restore a backup, and take what it " +
        "lacks from a mirror: npm run admin -- log adopt <mirror>",
    }];
  }
  try {
    assertAhead((await readServed(mark))?.head, head);
  } catch (error) {
    return [{
      check: "log",
      status: "failing",
      message: messageOf(error),
      hint: "Take what is missing from a mirror: npm run admin -- log adopt <mirror>",
    }];
  }
  return [{
    check: "log",
    status: "ok",
    message: `${head.size} entries of ${head.origin} are whole`,
  }];
}
