import { join } from "node:path";
import { PlatformFailure } from "../../platform/failure.ts";
import { replaceDurably } from "./durable_file.ts";
import { type SyncState, syncStateSchema } from "./sync_state.ts";

/** Bytes of a state at most: a queue of 100,000 pull requests is a tenth of it. */
const MOST_BYTES = 128 * 1024 * 1024;

/** What a state has to be about. */
export interface StateOwner {
  /** owner/name */
  repo: string;
  apiBaseUrl: string;
}

/** Where the state lies. */
export function statePath(artifacts: string): string {
  return join(artifacts, "state.json");
}

/**
 * The state of the mirror below `artifacts`, or null when there is none yet.
 *
 * @throws PlatformFailure `refused` when the file is damaged, of a later version or of another
 *   repository; nothing is changed then.
 */
export async function loadState(artifacts: string, owner: StateOwner): Promise<SyncState | null> {
  const path = statePath(artifacts);
  let text: string;
  try {
    const { size } = await Deno.stat(path);
    if (size > MOST_BYTES) throw damaged(path, "it is too large");
    text = await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
  const state = parse(path, text);
  const same = state.repo.toLowerCase() === owner.repo.toLowerCase() &&
    state.apiBaseUrl === owner.apiBaseUrl;
  if (!same) {
    throw new PlatformFailure("refused", {
      what: path,
      reason: `it is the state of ${state.repo} at ${state.apiBaseUrl}, not of ${owner.repo} ` +
        `at ${owner.apiBaseUrl}`,
      hint: "Give each mirror an artifactRoot of its own",
    });
  }
  return state;
}

/** Replaces the state in one step: after a crash there is the one before or this one, whole. */
export async function saveState(artifacts: string, state: SyncState): Promise<void> {
  await replaceDurably(statePath(artifacts), JSON.stringify(state));
}

function parse(path: string, text: string): SyncState {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw damaged(path, "it is not JSON");
  }
  const version = (value as { version?: unknown } | null)?.version;
  if (typeof version === "number" && version > 1) {
    throw new PlatformFailure("refused", {
      what: path,
      reason: `it was written by a later version of this extension (format ${version})`,
      hint: "Update the extension: svc extension pull @svc/github-local-mirror",
    });
  }
  const checked = syncStateSchema.safeParse(value);
  if (checked.success) return checked.data;
  const at = checked.error.issues[0]?.path.join(".") ?? "";
  throw damaged(path, at === "" ? "it is not of the known form" : `'${at}' is not as it should be`);
}

function damaged(path: string, why: string): PlatformFailure {
  return new PlatformFailure("refused", {
    what: path,
    reason: `the mirror's state is damaged: ${why}`,
    hint: "Delete the file, then run sync: it reads everything again and writes only what differs",
  });
}
