import { KEY_PREFIXES } from "@svc/core/key";
import { REGISTRY } from "../../access/audit/actor.ts";
import { recordEvent } from "../../access/audit/record.ts";
import type { Services } from "../../access/services.ts";
import type { Trx } from "../../access/store/schema.ts";
import { inTransaction } from "../../platform/store/transaction.ts";
import { warn, warnAdmins } from "../mail/warn.ts";
import { notify } from "../notification/notify.ts";
import type {} from "./reporters.ts";

/** Where a key was found, as far as that may be repeated to its owner. */
export interface Found {
  /** Who says so; absent for anybody. */
  reporter?: string | undefined;
  /** Address of the place; only what a known reporter signed is repeated. */
  url?: string | undefined;
}

/**
 * Ends a personal key or a collective token that others have read, and tells its owner or the owners
 * and admins of its collective. Repeating it is harmless.
 *
 * @param hash as it is stored
 * @returns whether there is such a key
 */
export async function endLeaked(
  services: Pick<Services, "db" | "now" | "outbox" | "events" | "log">,
  hash: string,
  found: Found,
): Promise<boolean> {
  const ended = await inTransaction(
    services.db,
    async (trx) =>
      await endPersonal(services, trx, hash, found) ??
        await endCollective(services, trx, hash, found) ??
        await endPublish(services, trx, hash),
  );
  if (ended === undefined) return false;
  services.events.emit("credential.ended", { ids: [ended.id] });
  const { reporter = null } = found;
  services.log.warn("key.leaked", { credentialId: ended.id, start: ended.start, reporter });
  return true;
}

type Ending = Pick<Services, "now" | "outbox">;

async function endPersonal({ now, outbox }: Ending, trx: Trx, hash: string, found: Found) {
  const key = await trx.deleteFrom("apikey").where("key", "=", hash)
    .returning(["id", "name", "start", "referenceId"]).executeTakeFirst();
  if (key === undefined) return undefined;
  const { id, start, referenceId } = key;
  await notify(trx, {
    kind: "key_leaked",
    users: [referenceId],
    at: now(),
    token: { id, name: key.name ?? "" },
  });
  await warn(outbox, trx, "key_leaked", referenceId, mailOf(start ?? "", found));
  return { id, start };
}

async function endCollective({ now, outbox }: Ending, trx: Trx, hash: string, found: Found) {
  const token = await trx.selectFrom("collective_token").where("key_hash", "=", hash)
    .select(["id", "name", "key_prefix as start", "collective_id"]).executeTakeFirst();
  if (token === undefined) return undefined;
  const { id, name, start, collective_id: collectiveId } = token;
  const { numUpdatedRows } = await trx.updateTable("collective_token").set({ enabled: 0 })
    .where("id", "=", id).where("enabled", "=", 1).executeTakeFirst();
  if (numUpdatedRows === 0n) return { id, start };
  const at = now();
  await notify(trx, { kind: "token_leaked", collectiveId, at, token: { id, name } });
  await recordEvent(trx, {
    at,
    action: "token.leaked",
    collectiveId,
    actor: REGISTRY,
    details: { token: name, tokenId: id, ...found },
  });
  await warnAdmins(outbox, trx, "token_leaked", collectiveId, mailOf(start, found));
  return { id, start };
}

/** A CI job's: whoever reads the logs of the job knows, and in minutes it had ended. */
async function endPublish({ now }: Ending, trx: Trx, hash: string) {
  const token = await trx.updateTable("publish_token")
    .set((column) => ({
      revoked_at: column.fn.coalesce("revoked_at", column.val(now().toISOString())),
    }))
    .where("token_hash", "=", hash).returning("id").executeTakeFirst();
  return token && { id: token.id, start: KEY_PREFIXES.publish };
}

function mailOf(start: string, { reporter, url }: Found): Record<string, string> {
  return {
    start,
    ...(reporter === undefined ? {} : { reporter }),
    ...(url === undefined ? {} : { url }),
  };
}
