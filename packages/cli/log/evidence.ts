import { SvcError } from "@svc/core/error";
import { writePrivateFile } from "../config/private_file.ts";
import { maybeConfigFolder } from "../frame/config_folder.ts";
import type { Host } from "../frame/host.ts";

/** What shows that a registry told two histories. */
export interface Evidence {
  serverUrl: string;
  /** What is known: a signed note, or what a lockfile says. */
  before: string;
  /** What the registry shows now: a signed note. */
  now: string;
  /** Hashes in base64 that were to lead from one to the other. */
  consistency: readonly string[];
}

/**
 * The refusal of a registry whose log does not carry on from what was seen of it. Both heads are
 * written to a file that it names, for others to compare with.
 */
export async function inconsistent(
  host: Pick<Host, "env">,
  message: string,
  { serverUrl, before, now, consistency }: Evidence,
): Promise<SvcError> {
  const text = [
    `registry ${serverUrl}`,
    `written ${new Date().toISOString()}`,
    "",
    "== seen before ==",
    before,
    "== shown now ==",
    now,
    "== hashes that were to lead from one to the other ==",
    ...consistency.slice(0, 100),
    "",
  ].join("\n");
  const folder = maybeConfigFolder(host);
  const path = `${folder}/log-evidence/${new URL(serverUrl).hostname}-${Date.now()}-${
    crypto.randomUUID().slice(0, 8)
  }.txt`;
  const written = folder === undefined ? false : await write(path, text);
  return new SvcError("log_inconsistent", message, {
    hint: `${written ? `Both heads are in ${path}. ` : ""}` +
      "The registry lost entries, or shows different people different histories. Install nothing " +
      "from it, compare heads with others ('svc trust log'), and ask its operator. After a restored " +
      "backup the operator begins a new log, whose key you accept: svc trust log --accept <vkey>",
  });
}

async function write(path: string, text: string): Promise<boolean> {
  try {
    await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true, mode: 0o700 });
    await writePrivateFile(path, text);
    return true;
  } catch {
    // The refusal stands without the file.
    return false;
  }
}
