import { createHash } from "node:crypto";

/** What the registry's log has of a statement of where a version came from: its SHA-256. */
export function bundleDigest(bundle: string): string {
  return createHash("sha256").update(bundle).digest("hex");
}
