import { type ErrorCode, SvcError } from "@svc/core/error";
import { addCommand } from "./job_claims.ts";
import type { CiJob } from "./provider.ts";
import { ID_TOKEN_VARIABLE } from "./provider.ts";
import { textClaim } from "./claims.ts";
import type { IdentityToken } from "./identity_token.ts";

/** What a refusal is about. */
interface Refused {
  job: CiJob;
  identity: IdentityToken;
  audience: string;
  extension: string;
}

/** What fixes each refusal of a registry, where this side knows more of the job than it does. */
const FIXES: Partial<Record<ErrorCode, (refused: Refused) => string>> = {
  token_malformed: ({ job, audience }) => job.provider.fix(audience),
  issuer_unknown: ({ identity, audience }) =>
    `Ask the operator of ${audience} to take tokens of ${textClaim(identity.claims, "iss")}.`,
  token_reused: ({ identity }) =>
    identity.isOnly
      ? `An identity token works once. Push one extension a job, or give each push a token of its own ` +
        `in ${ID_TOKEN_VARIABLE}; run the job again for a new one.`
      : "An identity token works once. Run the job again.",
  token_invalid: ({ job, audience }) => job.provider.fix(audience),
  no_publisher: ({ identity, extension }) =>
    `If this job should publish it, an admin of the collective runs: ${
      addCommand(extension, identity.claims)
    }`,
  event_refused: () =>
    "Publish from a push of a tag, a release, a schedule or by hand: a pull request runs code that " +
    "nobody has reviewed.",
  issuer_unavailable: () =>
    "The registry cannot get the keys of the token's issuer now. Run the job again in a few minutes.",
};

/** A refusal of the registry with what fixes it in this job. */
export function explained(error: unknown, refused: Refused): unknown {
  if (!(error instanceof SvcError)) return error;
  const fix = FIXES[error.code];
  if (fix === undefined) return error;
  return new SvcError(error.code, error.message, {
    hint: fix(refused),
    details: error.details,
    status: error.status,
    cause: error.cause,
  });
}
