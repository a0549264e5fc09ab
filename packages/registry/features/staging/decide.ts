import { type ApprovalRule, type Decided, type Decision, LOWERING_HOURS } from "@svc/core/approval";
import { isSvcError, SvcError } from "@svc/core/error";
import { LIMITS } from "@svc/core/limit";
import type { Role } from "@svc/core/role";
import { StagedDetails } from "@svc/core/wire";
import { z } from "zod";
import { type Actor, actorOf } from "../../access/audit/actor.ts";
import { recordEvent } from "../../access/audit/record.ts";
import { callerOrigin } from "../../access/audit/caller_origin.ts";
import { onlyOf, type PrincipalOf } from "../../access/credential/principal.ts";
import { type Call, defineEndpoint } from "../../access/endpoint/endpoint.ts";
import { RESTRICTION_CODES } from "../../access/extension/restriction.ts";
import { isNewRole } from "../../access/membership/granted.ts";
import { holdRight } from "../../access/membership/hold_right.ts";
import type { Services } from "../../access/services.ts";
import type { Trx } from "../../access/store/schema.ts";
import { inTransaction } from "../../platform/store/transaction.ts";
import { askAboutName, heldName, likeOf } from "../extensions/name/take.ts";
import type { Published } from "../extensions/publish/commit.ts";
import { tellPublished } from "../extensions/publish/tell.ts";
import type { StagedRow } from "../extensions/record/staged_tables.ts";
import { endStaged } from "../extensions/staged/end.ts";
import { queueMail } from "../extensions/staged/queue_mail.ts";
import type {} from "../extensions/staged/stage.ts";
import { ruleFor } from "../extensions/staged/rule.ts";
import { notWaiting } from "../extensions/staged/waiting.ts";
import { isApproved, refusalOf } from "./approvals.ts";
import { findStaged, STAGED_PARAMS } from "./find.ts";
import { tellOverridden } from "./mail.ts";
import { ACTION_PROOF, type ActionProof, methodOf, takeActionProof } from "./proof.ts";
import { assertWhole, publishStaged, stagerOf } from "./publication.ts";
import { decisionsOf, hasExpired, stagedScorecard, stagedView } from "./view.ts";

const note = z.string().trim().min(1).max(LIMITS.decisionNoteCharacters);

/** What each decision's request holds beside the proof. */
const BODY = {
  checksum: z.string().regex(/^[0-9a-f]{64}$/, "must be a SHA-256 in lower-case hex").meta({
    description: "SHA-256 of the archive that was looked at: another one is not decided about.",
    example: "38afc0acbf9e66a78984a14ea2be231bf4dd5f77f7b48f43a0efe59999d9bf16",
  }),
  ...ACTION_PROOF,
};

const ERRORS = [
  "not_found",
  "conflict",
  "proof_required",
  "second_factor_wrong",
  "second_factor_missing",
  "rate_limited",
] as const;

/** Of a decision that may publish. */
const PUBLISHING_ERRORS = [
  ...ERRORS,
  "name_held",
  "version_exists",
  "provenance_invalid",
  "trusted_publishing_only",
  "extension_yanked",
  ...RESTRICTION_CODES,
  "unavailable",
] as const;

/** `POST …/approve`: publishes it once enough people have approved it, or when its time comes then. */
export const approve = defineEndpoint({
  key: "staged.approve",
  params: STAGED_PARAMS,
  body: z.strictObject(BODY),
  response: StagedDetails,
  errors: [...PUBLISHING_ERRORS, "forbidden"],
  handle: (call) => decide(call, "approve", undefined),
});

/** `POST …/reject`: also stops one that is approved and waits for its time. */
export const reject = defineEndpoint({
  key: "staged.reject",
  params: STAGED_PARAMS,
  body: z.strictObject({ ...BODY, note: note.optional() }),
  response: StagedDetails,
  errors: [...ERRORS],
  handle: (call) => decide(call, "reject", call.body.note),
});

/** `POST …/override`: an owner publishes it at once; all admins are told by mail. */
export const override = defineEndpoint({
  key: "staged.override",
  params: STAGED_PARAMS,
  body: z.strictObject({ ...BODY, note }),
  response: StagedDetails,
  description: "For an emergency: neither approvals nor the wait are asked for. All owners and " +
    "admins get a mail with the reason, and it stands in the audit log.",
  errors: [...PUBLISHING_ERRORS],
  handle: (call) => decide(call, "override", call.body.note),
});

/** A call that decides. */
interface DecidingCall extends Call {
  params: { stagedId: string };
  body: Parameters<typeof methodOf>[0] & { checksum: string };
}

async function decide(call: DecidingCall, decision: Decision, note: string | undefined) {
  const { services, body, params } = call;
  const principal = onlyOf(call.principal, "session");
  const key = `staged.${decision}` as const;
  const found = await findStaged(services, principal, key, params.stagedId);
  const { staged } = found;
  assertDecidable(staged, body.checksum, services.now());
  const method = methodOf(body);
  const userId = principal.user.id;
  if (decision === "approve") {
    const rule = await ruleFor(services.db, staged, services.now());
    const refusal = refusalOf(staged, rule, { userId, role: found.role, method });
    if (refusal !== undefined) throw refusal;
  }
  if (decision !== "reject") await assertWhole(services, staged);
  const decider = { ...principal, origin: callerOrigin(call) };
  const decided = decisionSubject(services.config, staged, decision);
  const proof = await takeActionProof(services, decider, body, decided);
  const outcome = await settle(call, {
    key,
    decision,
    staged,
    proof,
    note: note ?? null,
    checksum: body.checksum,
    principal,
    actor: actorOf(call),
  });
  if (outcome.published) {
    const { collective_id: collectiveId } = staged;
    tellPublished(services, outcome.published, { collectiveId, actor: stagerOf(staged) });
  }
  services.log.info(`version.${DONE[decision].action}`, {
    name: staged.extension_name,
    version: staged.version,
    userId,
  });
  const row = await services.db.selectFrom("staged_version").selectAll()
    .where("id", "=", staged.id).executeTakeFirstOrThrow();
  return {
    ...await stagedView(services, row),
    scorecard: stagedScorecard(services, row),
    decisions: await decisionsOf(services.db, row.id),
  };
}

/** A decision that is proved. */
interface Proved {
  key: "staged.approve" | "staged.reject" | "staged.override";
  decision: Decision;
  staged: StagedRow;
  proof: ActionProof;
  note: string | null;
  checksum: string;
  principal: PrincipalOf<"session">;
  actor: Actor;
}

/** Decides in one transaction, or ends what cannot be published any more. */
async function settle(
  { services }: DecidingCall,
  proved: Proved,
): Promise<{ published?: Published }> {
  const { staged } = proved;
  try {
    return await inTransaction(services.db, (trx) => settleIn(trx, services, proved));
  } catch (error) {
    if (isSvcError(error) && error.code === "version_exists") {
      const reason = "another archive was published under this version";
      await inTransaction(
        services.db,
        (trx) => endStaged(trx, { id: staged.id }, { reason, now: services.now() }),
      );
    }
    if (isSvcError(error) && error.code === "name_held") await holdForOperator(services, staged);
    throw error;
  }
}

/** A name that has come to look like a known one since is for the operators to decide. */
async function holdForOperator(services: Services, staged: StagedRow): Promise<void> {
  const { extension_name: name, collective_id: collectiveId } = staged;
  const like = await likeOf(services, { name, collectiveId, by: undefined, reads: true });
  if (like === undefined) return;
  await inTransaction(services.db, async (trx) => {
    await trx.updateTable("staged_version").set({ held_for: like.name })
      .where("id", "=", staged.id).where("state", "=", "staged").execute();
    await askAboutName(trx, services, name, like);
  });
}

async function settleIn(
  trx: Trx,
  services: Services,
  proved: Proved,
): Promise<{ published?: Published }> {
  const { key, decision, proof, note, checksum, principal, actor } = proved;
  const now = services.now();
  const collectiveId = proved.staged.collective_id;
  // Holds the collective: of two decisions at a time the second sees what the first did.
  const role = await holdRight(services, trx, principal, key, collectiveId);
  const staged = await trx.selectFrom("staged_version").selectAll()
    .where("id", "=", proved.staged.id).executeTakeFirstOrThrow();
  assertDecidable(staged, checksum, now);
  const rule = await ruleFor(trx, staged, now);
  const userId = principal.user.id;
  if (decision !== "reject" && staged.held_for !== null) {
    throw heldName(staged.extension_name, { name: staged.held_for });
  }
  if (decision === "approve") {
    const refusal = refusalOf(staged, rule, { userId, role: role as Role, method: proof.method });
    if (refusal !== undefined) throw refusal;
    if (asksForOthers(rule)) await assertNotNew(trx, { collectiveId, userId, now });
    await assertNotApprovedBy(trx, staged, userId);
  }
  await trx.insertInto("approval").values({
    id: crypto.randomUUID(),
    staged_id: staged.id,
    user_id: userId,
    decision,
    at: now.toISOString(),
    method: proof.method,
    note,
    evidence: proof.evidence === null ? null : JSON.stringify(proof.evidence),
  }).execute();
  const { extension_name: name, version } = staged;
  await recordEvent(trx, {
    at: now,
    action: DONE[decision].action,
    collectiveId,
    actor,
    details: {
      extension: name,
      version,
      checksum: staged.checksum,
      staged: staged.id,
      method: proof.method,
      ...(note === null ? {} : { reason: note }),
    },
  });
  const by = principal.user.username;
  if (decision === "reject") {
    const reason = note === null ? `by ${by}` : `by ${by}: ${note}`;
    await endStaged(trx, { id: staged.id }, { reason, now });
    await queueMail(trx, services, staged, now);
    return {};
  }
  if (decision === "override") {
    await tellOverridden(trx, services, staged, { by, reason: note! });
    return { published: await publishStaged(trx, services, staged, principal) };
  }
  if (!await isApproved(trx, staged, rule)) return {};
  if (rule.embargoHours > 0) {
    const publishAfter = new Date(now.getTime() + rule.embargoHours * HOUR_MS);
    await trx.updateTable("staged_version").set({ publish_after: publishAfter.toISOString() })
      .where("id", "=", staged.id).execute();
    await services.jobs.add(trx, "staged_publication", staged.id, publishAfter);
    await queueMail(trx, services, staged, now);
    return {};
  }
  await queueMail(trx, services, staged, now);
  return { published: await publishStaged(trx, services, staged, principal) };
}

const HOUR_MS = 60 * 60_000;

/** What the log says of each decision. */
const DONE = {
  approve: { action: "stage_approved" },
  reject: { action: "stage_rejected" },
  override: { action: "stage_overridden" },
} as const satisfies Readonly<Record<Decision, { action: string }>>;

/**
 * Refuses to decide about what does not wait, and about other bytes than were looked at.
 *
 * @throws SvcError `conflict`
 */
function assertDecidable(staged: StagedRow, checksum: string, now: Date): void {
  const { extension_name: name, version } = staged;
  if (staged.state !== "staged" || hasExpired(staged, now)) throw notWaiting(name, version);
  if (staged.checksum === checksum) return;
  throw new SvcError("conflict", `${name}@${version} is not the archive that you looked at`, {
    hint: "Load its page again, and read what is in it.",
  });
}

/** True for a rule that one person cannot meet. */
function asksForOthers({ count, notSelf }: ApprovalRule): boolean {
  return notSelf || count > 1;
}

/** @throws SvcError `forbidden` for who may be a second account of somebody who decides */
async function assertNotNew(trx: Trx, about: Parameters<typeof isNewRole>[1]): Promise<void> {
  if (!await isNewRole(trx, about)) return;
  throw new SvcError("forbidden", `You got your role here less than ${LOWERING_HOURS} hours ago`, {
    hint:
      "It was given by an admin, who could approve with a second account. An owner's word counts " +
      "at once. Ask another admin or owner of the collective.",
  });
}

async function assertNotApprovedBy(
  trx: Trx,
  { id, extension_name: name, version, publish_after }: StagedRow,
  userId: string,
): Promise<void> {
  const own = await trx.selectFrom("approval").select("id").where("staged_id", "=", id)
    .where("user_id", "=", userId).where("decision", "=", "approve").executeTakeFirst();
  if (own === undefined && publish_after === null) return;
  throw new SvcError(
    "conflict",
    publish_after === null
      ? `You approved ${name}@${version} already`
      : `${name}@${version} is approved, and published when its time comes`,
    { hint: "There is nothing to do." },
  );
}

/** What a decision about a staged version is about, to the bytes. */
export function decisionSubject(
  { baseUrl }: { baseUrl: string },
  staged: Pick<StagedRow, "id" | "extension_name" | "version" | "channel" | "checksum">,
  decision: Decision,
): Decided {
  return {
    decision,
    origin: new URL(baseUrl).origin,
    id: staged.id,
    name: staged.extension_name,
    version: staged.version,
    channel: staged.channel,
    checksum: staged.checksum,
  };
}
