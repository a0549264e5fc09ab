import { SvcError } from "@svc/core/error";
import { type RawBuilder, sql, type SqlBool } from "kysely";
import { type Principal, userOf } from "./principal.ts";
import type { ProofMethod } from "../store/factor_tables.ts";
import type { Db } from "../store/schema.ts";
import { instantText } from "@svc/core/text";

/** How long a proof counts, in milliseconds. */
const PROOF_MS = 10 * 60_000;

/** Something beside the password that an account can prove itself by. */
export type Factor = "totp" | "passkey";

/** The second factors of an account, each kind once. */
export async function factorsOf(db: Db, userId: string): Promise<Factor[]> {
  const rows = await db.selectFrom("totp").select(({ val }) => val<Factor>("totp").as("factor"))
    .where("user_id", "=", userId)
    .union(
      db.selectFrom("passkey").select(({ val }) => val<Factor>("passkey").as("factor"))
        .where("user_id", "=", userId),
    ).execute();
  return rows.map(({ factor }) => factor).sort();
}

/** Of a query with users: which of them have a second factor; `userId` is the column of their ids. */
export function hasFactorIn(userId: string): RawBuilder<SqlBool> {
  const id = sql.ref(userId);
  return sql<SqlBool>`(exists (select 1 from totp where totp.user_id = ${id})
    or exists (select 1 from passkey where passkey.user_id = ${id}))`;
}

/** Whether an account has a second factor: its password alone opens no session then. */
export async function hasFactor(db: Db, userId: string): Promise<boolean> {
  return (await factorsOf(db, userId)).length > 0;
}

/** Writes that the person of a session has just proved to be there. @returns until when it counts */
export async function recordProof(
  db: Db,
  sessionId: string,
  method: ProofMethod,
  now: Date,
): Promise<Date> {
  const proof = { method, proved_at: now.toISOString() };
  await db.insertInto("session_proof").values({ session_id: sessionId, ...proof })
    .onConflict((conflict) => conflict.column("session_id").doUpdateSet(proof)).execute();
  return endOf(now);
}

/** What an account and a session of it may do beyond what a stolen cookie may. */
export interface Standing {
  /** Until when the account is on hold. */
  heldUntil: Date | undefined;
  hasFactor: boolean;
  /**
   * Until when the session is proved by the strongest way that its account has: the password is no proof
   * any more once there is a second factor.
   */
  provedUntil: Date | undefined;
}

/** How an account and a session stand, in one query: every guarded request asks. */
export async function standingOf(
  db: Db,
  { userId, sessionId }: { userId: string; sessionId: string | undefined },
  now: Date,
): Promise<Standing> {
  const { rows: [found] } = await sql<Found>`select proof.method, proof.proved_at,
    hold.until, ${hasFactorIn("person.id")} as factor
    from (select cast(${userId} as text) as id) as person
    left join account_hold as hold on hold.user_id = person.id
    left join session_proof as proof on proof.session_id = ${sessionId ?? null}`.execute(db);
  const { method, proved_at, until, factor } = found!;
  const hasFactor = Boolean(factor);
  const later = (at: Date | undefined) => at !== undefined && at > now ? at : undefined;
  const counts = proved_at !== null && !(method === "password" && hasFactor);
  return {
    heldUntil: later(until === null ? undefined : new Date(until)),
    hasFactor,
    provedUntil: later(counts ? endOf(new Date(proved_at)) : undefined),
  };
}

interface Found {
  method: ProofMethod | null;
  proved_at: string | null;
  until: string | null;
  factor: boolean | number;
}

function endOf(provedAt: Date): Date {
  return new Date(provedAt.getTime() + PROOF_MS);
}

/** What a request has, and where it is let in. */
export interface Asking {
  /**
   * The request has the password, and the caller checks it: an account without a second factor has
   * nothing more to prove.
   */
  given?: "password" | undefined;
  /** Also let in while the account is on hold. */
  onHold?: boolean | undefined;
}

/**
 * Makes sure that whoever has a session is its person, for what a stolen cookie must not do. Keys and
 * tokens prove nothing, and are let through: their rows say where they are taken.
 *
 * @throws SvcError `proof_required`; `account_on_hold`
 */
export async function assertProved(
  db: Db,
  principal: Principal,
  now: Date,
  { given, onHold = false }: Asking = {},
): Promise<void> {
  const userId = userOf(principal)?.id;
  if (userId === undefined) return;
  // Who has the token of a session has its cookie.
  const sessionId = principal.kind === "session" || principal.kind === "sessionToken"
    ? principal.sessionId
    : undefined;
  const standing = await standingOf(db, { userId, sessionId }, now);
  if (!onHold && standing.heldUntil !== undefined) throw accountOnHold(standing.heldUntil);
  if (sessionId === undefined || standing.provedUntil !== undefined) return;
  if (given === "password" && !standing.hasFactor) return;
  throw new SvcError("proof_required", "Confirm that it is you", {
    hint: "Give your password, or a code or a passkey if the account has a second factor, to " +
      "POST /api/v1/account/proofs; the registry's pages ask for it themselves.",
  });
}

/**
 * Makes sure that an account is not on hold, for an action that has a proof of its own.
 *
 * @throws SvcError `account_on_hold`
 */
export async function assertNotOnHold(db: Db, principal: Principal, now: Date): Promise<void> {
  const userId = userOf(principal)?.id;
  if (userId === undefined) return;
  const { heldUntil } = await standingOf(db, { userId, sessionId: undefined }, now);
  if (heldUntil !== undefined) throw accountOnHold(heldUntil);
}

/**
 * The refusal of what needs a proof while the person's account is on hold, whatever it is asked with: a
 * recovery code proves less than the factor that it stands in for.
 */
function accountOnHold(until: Date): SvcError {
  return new SvcError("account_on_hold", `The account is on hold until ${instantText(until)}`, {
    hint:
      "A recovery code was used, or the operator removed a second factor. Sign in with a factor " +
      "that the account had before to end the hold, or wait. Factors can be added, and sessions ended.",
    details: [{ path: "until", message: until.toISOString() }],
  });
}
