import { createHash } from "node:crypto";
import type { DataItem } from "@svc/core/answer";
import { lstatIfPresent } from "../../base/files/read.ts";
import type { Repository } from "../../repository/repository.ts";
import { ownPath } from "../../repository/links.ts";
import type { Found } from "./step.ts";

/** Compares the stored content with the checksum that was kept when it was written. */
export async function verifyContent(repository: Repository, item: DataItem): Promise<Found> {
  const found = await checksumOf(ownPath(repository.root, item.contentPath));
  if (found === undefined) return { outcome: "failed", message: "The content is gone" };
  return found === item.checksum
    ? { outcome: "passed", message: `The content has the SHA-256 ${found}` }
    : {
      outcome: "failed",
      message: `The content was changed: its SHA-256 is ${found}, not ${item.checksum}`,
    };
}

/** Piece by piece: files may be large. */
async function checksumOf(path: string): Promise<string | undefined> {
  // A pipe in its place would be waited for without end.
  if (!(await lstatIfPresent(path))?.isFile) return undefined;
  const hash = createHash("sha256");
  for await (const piece of (await Deno.open(path)).readable) hash.update(piece);
  return hash.digest("hex");
}
