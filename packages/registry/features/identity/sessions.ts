import { SvcError } from "@svc/core/error";
import { z } from "zod";
import { defineEndpoint } from "../../access/endpoint/endpoint.ts";
import { onlyOf, type PrincipalOf } from "../../access/credential/principal.ts";
import type { Services } from "../../access/services.ts";
import { inTransaction } from "../../platform/store/transaction.ts";
import { warn } from "../mail/warn.ts";

/** A session as its person sees it. Its token is not shown to anybody. */
const SessionEntry = z.object({
  id: z.string(),
  client: z.string().meta({ description: "What the browser or client called itself." }),
  address: z.string(),
  createdAt: z.iso.datetime(),
  provedAt: z.iso.datetime().nullable().meta({
    description: "When its person last gave a password, a code or a passkey in it.",
  }),
  current: z.boolean().meta({ description: "True for the session that asks." }),
}).meta({ id: "Session" });
export type SessionEntry = z.output<typeof SessionEntry>;

type Session = PrincipalOf<"session">;

/** Most sessions listed; the newest. */
const MOST = 50;

/** `GET /api/v1/account/sessions`: those that are still good, newest first. */
export const listSessions = defineEndpoint({
  key: "sessions.list",
  response: z.object({ sessions: z.array(SessionEntry) }),
  async handle({ services: { db, now }, principal }) {
    const { user, sessionId } = onlyOf(principal, "session");
    const rows = await db.selectFrom("session")
      .leftJoin("session_proof as proof", "proof.session_id", "session.id")
      .select(["id", "userAgent", "ipAddress", "createdAt", "proof.proved_at"])
      .where("userId", "=", user.id).where("expiresAt", ">", now().toISOString())
      .orderBy("createdAt", "desc").orderBy("id").limit(MOST).execute();
    return {
      sessions: rows.map(({ id, userAgent, ipAddress, createdAt, proved_at }) => ({
        id,
        client: userAgent || "an unknown client",
        address: ipAddress || "an unknown address",
        createdAt: new Date(createdAt).toISOString(),
        provedAt: proved_at,
        current: id === sessionId,
      })),
    };
  },
});

/** `DELETE /api/v1/account/sessions/{sessionId}` */
export const endSession = defineEndpoint({
  key: "sessions.end",
  params: z.object({ sessionId: z.uuid() }),
  response: z.object({ ended: z.literal(1) }),
  errors: ["not_found"],
  async handle({ services, principal, params }) {
    if (await endOthers(services, onlyOf(principal, "session"), params.sessionId) === 0) {
      throw new SvcError("not_found", "You have no other session with this id", {
        hint: "List your sessions. To end the one that asks, sign out.",
      });
    }
    return { ended: 1 as const };
  },
});

/** `DELETE /api/v1/account/sessions`: all but the one that asks. */
export const endOtherSessions = defineEndpoint({
  key: "sessions.end-others",
  response: z.object({ ended: z.int() }),
  handle: async ({ services, principal }) => ({
    ended: await endOthers(services, onlyOf(principal, "session")),
  }),
});

/** Ends other sessions of a person, and warns them by mail. @returns how many there were */
async function endOthers(
  { db, events, log, outbox }: Pick<Services, "db" | "events" | "log" | "outbox">,
  { user, sessionId }: Session,
  only?: string,
): Promise<number> {
  const ended = await inTransaction(db, async (trx) => {
    let query = trx.deleteFrom("session").where("userId", "=", user.id)
      .where("id", "!=", sessionId);
    if (only !== undefined) query = query.where("id", "=", only);
    const ended = Number((await query.executeTakeFirst()).numDeletedRows);
    if (ended > 0) await warn(outbox, trx, "session_ended", user.id, { count: String(ended) });
    return ended;
  });
  events.emit("sessions.ended", {});
  log.info("auth.sessions_ended", { userId: user.id, ended });
  return ended;
}
