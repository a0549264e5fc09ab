import type { Services } from "../../access/services.ts";
import { inTransaction } from "../../platform/store/transaction.ts";
import { actIn } from "./takedown.ts";

/** How long a quarantine that reports made lasts while no operator decides, in milliseconds. */
const UNDECIDED_MS = 72 * 3_600_000;

/**
 * Releases what two reports put in quarantine and no operator has decided about in time: else two
 * accounts could remove anything permanently. Says so loudly, each time.
 */
export async function liftUndecided(
  services: Pick<Services, "db" | "config" | "outbox" | "events" | "log" | "now">,
): Promise<void> {
  const now = services.now();
  const before = new Date(now.getTime() - UNDECIDED_MS).toISOString();
  const due = await undecided(services).where("version.taken_down_at", "<=", before)
    .select(["version.id", "version.version", "extension.name"]).execute();
  for (const { id, name, version } of due) {
    const changed = await inTransaction(services.db, async (trx) => {
      // An operator may have decided since.
      const still = await undecided({ db: trx }).select("version.id").where("version.id", "=", id)
        .executeTakeFirst();
      return still && await actIn(trx, services, { name, version }, {
        act: "release",
        by: "registry",
      }, now);
    });
    if (changed === undefined) continue;
    services.events.emit("extension.changed", changed);
    services.log.error("quarantine.lifted", {
      name,
      version,
      hint: "No operator decided within 72 hours. Decide at /operator.",
    });
  }
}

/** How long the oldest quarantine that reports made waits for an operator, in seconds; 0 for none. */
export async function oldestUndecided(
  services: Pick<Services, "db" | "now">,
): Promise<number> {
  const { oldest } = await undecided(services)
    .select(({ fn }) => fn.min("version.taken_down_at").as("oldest")).executeTakeFirstOrThrow();
  return oldest === null ? 0 : (services.now().getTime() - Date.parse(oldest)) / 1000;
}

function undecided({ db }: Pick<Services, "db">) {
  return db.selectFrom("extension_version as version")
    .innerJoin("extension", "extension.id", "version.extension_id")
    .where("version.taken_down_at", "is not", null)
    .where("version.takedown_kind", "=", "quarantine").where("version.takedown_by", "=", "reports");
}
