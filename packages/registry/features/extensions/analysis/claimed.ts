import type { Provenance } from "@svc/provenance";
import { type Claim, verifyClaim } from "../provenance/claim.ts";
import type { Submission } from "./submission.ts";

/**
 * Verifies the statement that came with an archive.
 *
 * @throws SvcError as {@link verifyClaim}
 */
export async function verifyClaimed(
  claim: Claim,
  { manifest: { name, version }, checksum }: Submission,
): Promise<Provenance> {
  return await verifyClaim(claim, { name, version, checksum });
}
