import { SvcError } from "@svc/core/error";
import type { Services } from "../../../access/services.ts";
import { isUnfinished } from "./assess.ts";
import { rescoreVersion } from "./rescore.ts";

declare module "../../../platform/jobs/jobs.ts" {
  interface JobKinds {
    /** Another look at a version whose audit or verification is open; about the version's id. */
    rescore: true;
  }
}

/**
 * Looks again at what was left open when a version was scored.
 *
 * @throws SvcError `unavailable` when it still is
 */
export async function finishScoring(services: Services, versionId: string): Promise<void> {
  const { assessment, verification } = await rescoreVersion(services, versionId);
  if (isUnfinished(assessment.trust) || (verification && isUnfinished(verification))) {
    throw new SvcError("unavailable", "An outside service did not answer");
  }
}
