import { isRecord, parsedJson } from "@svc/core/json";
import { relativeInside } from "../../base/files/path.ts";
import { lockfilePath } from "../../consent/installed/lockfile_path.ts";
import { fileAt } from "../../repository/commit/commit.ts";
import { type Found, unknown, type Written } from "./step.ts";

/** Whether the repository has the commit, and its lockfile there names what ran. */
export async function verifyCommit({ repository, origin }: Written): Promise<Found> {
  const { commit, extension } = origin;
  if (commit === undefined) return unknown("The record names no commit");
  const { id, dirty } = commit;
  const path = relativeInside(repository.root, await lockfilePath(repository));
  const lockfile = path === undefined ? "unknown" : await fileAt(repository, id, path);
  if (lockfile === "unknown") return unknown(`git does not tell about the commit ${id}`);
  if (lockfile === "noCommit") {
    return { outcome: "failed", message: `The repository has no commit ${id}` };
  }
  const pulled = extension?.from === "pulled" ? extension : undefined;
  const named = pulled && lockfile !== "absent" ? entryIn(lockfile.text, pulled.name) : undefined;
  // What was not committed yet may have been pulled.
  if (dirty === false && named !== undefined && named["checksum"] !== pulled!.checksum) {
    return {
      outcome: "failed",
      message: `The lockfile of commit ${id} names another archive of ${pulled!.name}`,
    };
  }
  if (dirty !== false) {
    return unknown(
      dirty
        ? `There were changes that are not in commit ${id}`
        : `Whether there were changes that are not in commit ${id} is not known`,
    );
  }
  if (pulled === undefined) return { outcome: "passed", message: `It ran at commit ${id}` };
  return named === undefined
    ? unknown(`The lockfile of commit ${id} does not name ${pulled.name}`)
    : {
      outcome: "passed",
      message: `It ran at commit ${id}, whose lockfile names ${pulled.name} with that SHA-256`,
    };
}

function entryIn(text: string, name: string): Record<string, unknown> | undefined {
  const lockfile = parsedJson(text);
  const entry = isRecord(lockfile) && Object.hasOwn(lockfile, name) ? lockfile[name] : undefined;
  return isRecord(entry) ? entry : undefined;
}
