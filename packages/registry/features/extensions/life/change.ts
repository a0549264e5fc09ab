import { SvcError } from "@svc/core/error";
import { LIMITS } from "@svc/core/limit";
import type { PolicyKey } from "@svc/core/policy";
import { holdRight } from "../../../access/membership/hold_right.ts";
import type { Call } from "../../../access/endpoint/endpoint.ts";
import { notify } from "../../notification/notify.ts";
import type { Notice } from "../../notification/notice.ts";
import type { Trx } from "../../../access/store/schema.ts";
import { actorOf } from "../../../access/audit/actor.ts";
import { type AuditEvent, recordEvent } from "../../../access/audit/record.ts";
import { followRecord } from "../publish/follow_record.ts";
import { isVerificationOpen } from "../score/verification.ts";
import { restricted, RESTRICTION_COLUMNS } from "../../../access/extension/restriction.ts";
import type { VisibleExtension } from "../../../access/extension/visible.ts";
import { inTransaction } from "../../../platform/store/transaction.ts";

/** A change of an extension's life and what to tell about it. */
export interface Change {
  /** The row whose right the caller must still have when it is done. */
  key: PolicyKey;
  action: AuditEvent["action"];
  details: Readonly<Record<string, unknown>>;
  /**
   * Does it, and returns what people are told of it, if anything; a refusal thrown here leaves
   * everything as it was.
   */
  apply(trx: Trx): Promise<ChangeNotice | undefined>;
}

/** An operator may have acted since the guard looked. @throws SvcError what {@link restricted} makes */
async function assertUnrestricted(
  trx: Trx,
  { id, name }: VisibleExtension["extension"],
): Promise<void> {
  const row = await trx.selectFrom("extension").select(RESTRICTION_COLUMNS).where("id", "=", id)
    .executeTakeFirstOrThrow();
  if (row.taken_down_at !== null) throw restricted(name, row);
}

/** What lets the same be done again, and so could fill the log. Nobody is kept from yanking. */
const LIFTS: readonly AuditEvent["action"][] = ["unyanked", "undeprecated"];

async function assertFewLifts(
  trx: Trx,
  action: AuditEvent["action"],
  { id, slug }: VisibleExtension["collective"],
  at: Date,
): Promise<void> {
  if (!LIFTS.includes(action)) return;
  const { done } = await trx.selectFrom("audit_event")
    .select(({ fn }) => fn.countAll<number>().as("done"))
    .where("collective_id", "=", id).where("action", "in", LIFTS)
    .where("at", ">", new Date(at.getTime() - 24 * 60 * 60_000).toISOString())
    .executeTakeFirstOrThrow();
  if (Number(done) < LIMITS.liftsADay) return;
  throw new SvcError(
    "rule_refused",
    `@${slug} unyanked and lifted deprecations ${done} times in 24 hours`,
    { hint: `That is the most, as the log keeps each for ever. Try again tomorrow.` },
  );
}

/** What people and the log are told of a change; the rest is the same for all. */
export type ChangeNotice =
  & Pick<Notice, "kind" | "version" | "text">
  & Pick<AuditEvent, "logged">;

/**
 * Carries out a change in one transaction: the change, the extension's record where another version
 * now leads it, the event with who did it. Readers see the result at once.
 *
 * @throws SvcError what {@link holdRight} throws, when the caller's right has gone meanwhile;
 *   `rule_refused` when the collective lifted too much in a day
 */
export async function carryOut(
  call: Pick<Call, "services" | "principal" | "request" | "address">,
  { extension, collective }: VisibleExtension,
  change: Change,
): Promise<void> {
  const { services, principal } = call;
  const at = services.now();
  await inTransaction(services.db, async (trx) => {
    await holdRight(services, trx, principal, change.key, collective.id);
    await assertUnrestricted(trx, extension);
    await assertFewLifts(trx, change.action, collective, at);
    const told = await change.apply(trx);
    const { extension: after, moved } = await followRecord(trx, services, extension.id, at);
    if (moved && isVerificationOpen(after)) {
      await services.jobs.add(trx, "verification", extension.id, at);
    }
    await recordEvent(trx, {
      at,
      action: change.action,
      collectiveId: collective.id,
      extensionId: extension.id,
      actor: actorOf(call),
      details: change.details,
      ...(told?.logged && { logged: told.logged }),
    });
    if (told) {
      const { logged: _, ...notice } = told;
      await notify(trx, {
        ...notice,
        collectiveId: collective.id,
        actor: principal,
        at,
        extension: extension.name,
      });
    }
  });
  services.events.emit("extension.changed", { extensionId: extension.id, name: extension.name });
  services.log.info(`extension.${change.action}`, { name: extension.name });
}
