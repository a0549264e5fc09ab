import { isSvcError, SvcError } from "@svc/core/error";
import { wrongWithEvidence } from "@svc/core/approval";
import { pollUntil, type Waiting } from "@svc/core/polling";
import type { PushRequest, StagedDetails, StagedVersion, StageResponse } from "@svc/core/wire";
import { callJson, TIMEOUTS } from "../client/call.ts";
import type { Caller } from "../client/caller.ts";
import { usage } from "../frame/parse.ts";
import type { Package } from "./package.ts";
import { announce, type Publishing, upload } from "./publish.ts";

/**
 * Announces, uploads and stages. Nothing is public before people approve it, and repeating the whole
 * with the same bytes is safe.
 *
 * @throws SvcError the registry's refusal; `unavailable` for one that cannot stage
 */
export async function stage(
  caller: Caller,
  packed: Package,
  announcement: PushRequest,
  { progress, signal, provenance }: Publishing,
): Promise<StageResponse> {
  const { bytes, archive: { checksum } } = packed;
  const body = {
    ...announcement,
    checksum,
    ...(provenance && { provenance: provenance.kind }),
    stage: true as const,
  };
  const announced = await progress.phase(
    "Announcing",
    () => announce(caller, body, signal).catch(withoutStaging),
  );
  await progress.phase(
    `Uploading ${bytes.length} bytes`,
    () => upload(caller, announced.uploadUrl, bytes, signal),
  );
  const bundle = await provenance?.bundle(announced.isPrivate, signal);
  return await progress.phase("Checking and scoring", () =>
    callJson(caller, {
      method: "POST",
      path: "/api/v1/extensions/stage",
      body: { ...announcement, ...(bundle && { provenance: bundle }) },
      apiKeyHeader: true,
      timeoutMs: TIMEOUTS.transfer,
      signal,
    }, (wire) => wire.StageResponse));
}

/** An older registry does not know the field, and says so. */
function withoutStaging(error: unknown): never {
  const unknown = isSvcError(error) && error.code === "validation_failed" &&
    JSON.stringify([error.message, error.details]).includes("stage");
  if (!unknown) throw error;
  throw new SvcError("unavailable", "This registry is too old to stage versions", {
    hint: "Push it with 'svc extension push', or ask the operator for an upgrade.",
  });
}

/** The staged versions that the caller's collectives have. */
export async function listStaged(
  caller: Caller,
  query: Readonly<Record<string, string>>,
): Promise<StagedVersion[]> {
  const path = `/api/v1/staged?${new URLSearchParams(query)}`;
  return (await callJson(caller, { path }, (wire) => wire.StagedList)).staged;
}

/** Where one of them is. @throws SvcError `usage` for what is no id */
export function stagedPath(id: string): string {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) return `/api/v1/staged/${id}`;
  throw usage(
    `<id> is the id of a staged version, as 'svc extension staged' lists, and '${id}' is not`,
  );
}

/** One of them. @throws SvcError `not_found`, `usage` */
export async function readStaged(caller: Caller, id: string): Promise<StagedDetails> {
  return await callJson(caller, { path: stagedPath(id) }, (wire) => wire.StagedDetails);
}

/** A decision with what was found of its evidence. */
export type CheckedDecision = StagedDetails["decisions"][number] & {
  /** True when the passkey signed exactly this; null where there is nothing to check. */
  verified: boolean | null;
};

/** Checks what passkeys signed, without asking the registry whether it is right. */
export async function checkDecisions(
  caller: Caller,
  { id, name, version, channel, checksum, decisions }: StagedDetails,
): Promise<CheckedDecision[]> {
  const { origin } = new URL(caller.serverUrl);
  return await Promise.all(decisions.map(async (one) => {
    if (one.evidence === null) return { ...one, verified: null };
    const { decision } = one;
    const decided = { decision, origin, id, name, version, channel, checksum };
    return { ...one, verified: await wrongWithEvidence(one.evidence, decided) === undefined };
  }));
}

/** How often it is looked at, and for how long, in seconds. */
const PATIENCE = { interval: 5, expiresIn: 15 * 60 };

/**
 * Waits until something is decided about a staged version that was not when it was looked at.
 *
 * @throws SvcError `timeout` after 15 minutes; `not_found`
 */
export async function awaitDecision(
  caller: Caller,
  before: StagedDetails,
  waiting?: Waiting,
): Promise<StagedDetails> {
  const expired = () =>
    new SvcError("timeout", `Nothing was decided about ${before.name} ${before.version}`, {
      hint: `It still waits; decide on its page: ${before.url}`,
    });
  return await pollUntil(
    { ...PATIENCE, expired },
    () => readStaged(caller, before.id),
    (after) =>
      after.state !== before.state || after.decisions.length > before.decisions.length
        ? { result: after }
        : { longer: 0 },
    waiting,
  );
}

/** What is to be said of a staged version in one line. */
export function stateText(staged: StagedVersion): string {
  const { state, heldFor, publishAfter, approvals, needed, reason } = staged;
  if (state !== "staged") return reason === null ? state : `${state} (${reason})`;
  if (heldFor !== null) return `held: its name is close to ${heldFor}`;
  if (publishAfter !== null) return `approved, public at ${publishAfter.slice(0, 16)}Z`;
  return `${approvals} of ${needed} ${needed === 1 ? "approval" : "approvals"}`;
}
