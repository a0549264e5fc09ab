import { SvcError } from "@svc/core/error";
import type { Services } from "../../access/services.ts";
import type { Db } from "../../access/store/schema.ts";
import type {} from "./tables.ts";

/** The most programs that nobody known has registered and no person has allowed yet. */
const MOST_UNUSED = 2000;

/** Milliseconds after which such a program is forgotten. */
export const UNUSED_MS = 24 * 3_600_000;

/**
 * Refuses a registration without a credential when its network, or everybody together, has made too
 * many.
 *
 * @throws SvcError `rate_limited`
 */
export async function assertRoomForAnybody(
  { db, auth, now }: Pick<Services, "db" | "auth" | "now">,
  address: string,
): Promise<void> {
  await auth.limits.signUp(address);
  await forgetUnused(db, now());
  const { count } = await unused(db).select((column) => column.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  if (Number(count) < MOST_UNUSED) return;
  throw new SvcError("rate_limited", "Too many registered applications were never used", {
    hint: "Try again tomorrow, or register it with a credential.",
  });
}

/** Forgets programs that registered without a credential and that nobody has allowed within a day. */
export async function forgetUnused(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - UNUSED_MS).toISOString();
  const old = unused(db).where("createdAt", "<=", before).select("clientId");
  await db.deleteFrom("oauthClient").where("clientId", "in", old).execute();
}

function unused(db: Db) {
  return db.selectFrom("oauthClient").where("userId", "is", null).where("referenceId", "is", null)
    .where("clientSecret", "is", null).where("clientId", "!=", "svc-serve-bootstrap")
    .where(
      "clientId",
      "not in",
      (from) => from.selectFrom("oauthConsent").select("oauthConsent.clientId"),
    );
}
