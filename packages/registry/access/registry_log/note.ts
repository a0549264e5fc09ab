import { type Leaf, leafBytes, type LeafKind } from "@svc/log/leaf";
import { createHmac, randomBytes } from "node:crypto";
import type { Selectable } from "kysely";
import { orderedId } from "../../platform/store/ordered_id.ts";
import type { Db, Schema } from "../store/schema.ts";
import type {} from "./tables.ts";

/** What a leaf says beside `v`, `at`, `subject` and `person`. It is checked when it is noted. */
export type Said = { kind: LeafKind } & Readonly<Record<string, unknown>>;

/** The kinds that tell of a collective, and not of an extension. */
const OF_COLLECTIVE: readonly LeafKind[] = ["member", "token", "publisher", "key"];

/** An event that the log tells of. */
export interface Noted {
  at: string;
  collectiveId: string;
  extensionId?: string | undefined;
  /** The name that it is about, where that is not the extension's or the collective's of now. */
  subject?: string | undefined;
  /** Whom it is about, where that is somebody. */
  personId?: string | undefined;
  /** Of the audit log, where that has it as well. */
  eventId?: string;
  said: Said;
}

/**
 * Notes in the transaction of an event that the log is to tell of it, where there is a log. What
 * private collectives do is noted with a salt, and so is what shows a person: the log has what hides it.
 *
 * @throws RangeError when it is not of its kind's shape
 */
export async function noteEvent(trx: Db, event: Noted): Promise<void> {
  const { collectiveId, extensionId, personId, said, at } = event;
  if (!await isLogging(trx)) return;
  const owner = await trx.selectFrom("collective").select(["slug", "private", "personal"])
    .where("id", "=", collectiveId).executeTakeFirstOrThrow();
  const extension = extensionId === undefined
    ? undefined
    : await trx.selectFrom("extension").innerJoin("collective", "collective.id", "collective_id")
      .select(["extension.name", "collective.private"]).where("extension.id", "=", extensionId)
      .executeTakeFirstOrThrow();
  const ofCollective = OF_COLLECTIVE.includes(said.kind);
  // It has one member, for ever.
  if (said.kind === "member" && owner.personal === 1) return;
  const sealed = owner.private === 1 || extension?.private === 1 ||
    ofCollective && owner.personal === 1;
  const person = said.kind === "member" && personId !== undefined
    ? { person: await personCode(trx, personId, collectiveId) }
    : {};
  // A publisher may name what is not published yet, and nobody has heard of.
  const named = said.kind !== "publisher" ? { name: event.subject } : await trx
    .selectFrom("extension").select("name").where("name", "=", event.subject!).executeTakeFirst();
  const subject = named?.name ??
    (ofCollective || extension === undefined ? `@${owner.slug}` : extension.name);
  await trx.insertInto("log_pending").values({
    ...pendingRow({ v: 1, at, subject, ...said, ...person } as unknown as Leaf, sealed),
    collective_id: collectiveId,
    extension_id: extensionId ?? null,
    version: said.version === undefined ? null : String(said.version),
    event_id: event.eventId ?? null,
  }).execute();
}

/**
 * True where there is a log. Who numbers its entries does so in a transaction that Postgres does not
 * hold against the one which asks here.
 */
export async function isLogging(db: Db): Promise<boolean> {
  return await db.selectFrom("log_head").select("epoch").limit(1).executeTakeFirst() !== undefined;
}

/** What waits for its place in the log. */
export function pendingRow(
  leaf: Leaf,
  sealed: boolean,
): Pick<Selectable<Schema["log_pending"]>, "id" | "at" | "kind" | "body" | "salt"> {
  return {
    id: orderedId(),
    at: leaf.at,
    kind: leaf.kind,
    body: new TextDecoder().decode(leafBytes(leaf)),
    salt: sealed ? randomBytes(32).toString("base64") : null,
  };
}

/**
 * By what a person is known in the leaves of one collective: nobody finds out who it is, nor that it is
 * the same as in another collective. The key is made with its first use.
 */
async function personCode(trx: Db, userId: string, collectiveId: string): Promise<string> {
  await trx.insertInto("log_person")
    .values({ user_id: userId, key: randomBytes(32).toString("base64") })
    .onConflict((conflict) => conflict.column("user_id").doNothing()).execute();
  const { key } = await trx.selectFrom("log_person").select("key").where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return createHmac("sha256", key).update(collectiveId).digest().subarray(0, 16).toString("base64");
}

/**
 * Forgets what sealed entries of a collective commit to: what stays in the log tells nothing. Those
 * that have no place yet get none.
 */
export async function forgetSealed(trx: Db, collectiveId: string): Promise<void> {
  await trx.updateTable("log_leaf").set({ salt: "", body: null })
    .where("collective_id", "=", collectiveId).where("salt", "is not", null).execute();
  await trx.deleteFrom("log_pending")
    .where("collective_id", "=", collectiveId).where("salt", "is not", null).execute();
}
