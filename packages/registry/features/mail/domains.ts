import { sql } from "kysely";
import type { Services } from "../../access/services.ts";
import type { Db } from "../../access/store/schema.ts";
import { isPostgres } from "../../platform/store/engine.ts";
import type { DomainLookup } from "./domain_lookup.ts";
import type {} from "./tables.ts";

const DAY_MS = 86_400_000;

/** After how many days without its domain an address gets no reset any more. */
const LAPSED_DAYS = 30;

/** Domains that one sweep asks for: it comes again, and no name server minds that many. */
const AT_ONCE = 100;

/** A name that a name server which knows the internet finds (RFC 2606). */
const ALWAYS_THERE = "example.org";

/**
 * Looks once a day whether the domains of confirmed addresses still exist. Whoever registers one that
 * lapsed gets its mail: an address whose domain was gone for 30 days is somebody else's from then on,
 * also when the domain is back. A look-up that fails changes nothing.
 */
export async function checkDomains(
  { db, log, now }: Pick<Services, "db" | "log" | "now">,
  exists: DomainLookup,
): Promise<void> {
  await followAddresses(db);
  const at = now();
  const due = await db.selectFrom("mail_domain").select(["domain", "gone_since"])
    .where("checked_at", "<=", daysBefore(at, 1))
    .where((row) =>
      row.or([row("gone_since", "is", null), row("gone_since", ">", daysBefore(at, LAPSED_DAYS))])
    )
    .orderBy("checked_at").orderBy("domain").limit(AT_ONCE).execute();
  if (due.length === 0) return;
  if (await exists(ALWAYS_THERE) !== true) {
    log.warn("mail.domains_unknown", { hint: `The name server does not find ${ALWAYS_THERE}.` });
    return;
  }
  for (const { domain, gone_since } of due) {
    const found = await exists(domain);
    const checked_at = at.toISOString();
    const change = found === undefined
      ? { checked_at }
      : { checked_at, gone_since: found ? null : gone_since ?? checked_at };
    await db.updateTable("mail_domain").set(change).where("domain", "=", domain).execute();
    if (found === false && gone_since === null) log.warn("mail.domain_gone", { domain });
  }
}

/** Whether the domain of an address was gone for so long that its mail may be anybody's. */
export async function isLapsed(db: Db, address: string, now: Date): Promise<boolean> {
  const domain = address.slice(address.lastIndexOf("@") + 1);
  const row = await db.selectFrom("mail_domain").select("gone_since")
    .where("domain", "=", domain).executeTakeFirst();
  return row?.gone_since != null && row.gone_since <= daysBefore(now, LAPSED_DAYS);
}

/** Notes the domains of addresses that are confirmed by now, and forgets those that nobody has. */
async function followAddresses(db: Db): Promise<void> {
  const domain = isPostgres(db)
    ? sql<string>`split_part(email, '@', 2)`
    : sql<string>`substr(email, instr(email, '@') + 1)`;
  const had = db.selectFrom("user").select(domain.as("domain")).distinct()
    .where("emailVerified", "=", 1);
  await db.deleteFrom("mail_domain").where("domain", "not in", had).execute();
  await db.insertInto("mail_domain").columns(["domain"]).expression(had)
    .onConflict((conflict) => conflict.doNothing()).execute();
}

function daysBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * DAY_MS).toISOString();
}
