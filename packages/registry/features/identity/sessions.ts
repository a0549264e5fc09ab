import type { Services } from "../../access/services.ts";

/** A session as its person sees it. Its token is not shown to anybody. */
export interface SessionEntry {
  id: string;
  /** What the browser or client called itself. */
  client: string;
  address: string;
  createdAt: string;
  /** True for the session that asks. */
  current: boolean;
}

/** Most sessions listed; the newest. */
const MOST = 50;

/** A person's sessions that are still good, newest first. */
export async function listSessions(
  { db, now }: Pick<Services, "db" | "now">,
  { user, sessionId }: { user: { id: string }; sessionId: string },
): Promise<SessionEntry[]> {
  const rows = await db.selectFrom("session")
    .select(["id", "userAgent", "ipAddress", "createdAt"])
    .where("userId", "=", user.id).where("expiresAt", ">", now().toISOString())
    .orderBy("createdAt", "desc").orderBy("id").limit(MOST).execute();
  return rows.map(({ id, userAgent, ipAddress, createdAt }) => ({
    id,
    client: userAgent || "an unknown client",
    address: ipAddress || "an unknown address",
    createdAt: new Date(createdAt).toISOString(),
    current: id === sessionId,
  }));
}

/**
 * Ends other sessions of a person: one, or all but the one that asks.
 *
 * @returns how many there were
 */
export async function endOtherSessions(
  { db, events, log }: Pick<Services, "db" | "events" | "log">,
  { user, sessionId }: { user: { id: string }; sessionId: string },
  only?: string,
): Promise<number> {
  let query = db.deleteFrom("session").where("userId", "=", user.id).where("id", "!=", sessionId);
  if (only !== undefined) query = query.where("id", "=", only);
  const ended = Number((await query.executeTakeFirst()).numDeletedRows);
  events.emit("sessions.ended", {});
  log.info("auth.sessions_ended", { userId: user.id, ended });
  return ended;
}
