import { isRelease } from "@svc/core/release";
import { writePrivate } from "@svc/runtime/files";
import { DAY_MS } from "./notice_file.ts";

/** What is known of newer clients. Times are milliseconds since 1970. */
export interface NoticeState {
  /** The registry that was asked. */
  registry: string;
  askedAt: number;
  /** The version that it had, once it has answered. */
  found?: string | undefined;
  shownAt?: number | undefined;
}

/** The largest file that is one, in bytes. */
const LARGEST = 4096;

/** What is stored; undefined for a file that svc did not write. */
export async function readState(path: string): Promise<NoticeState | undefined> {
  try {
    const { isFile, size } = await Deno.lstat(path);
    if (!isFile || size > LARGEST) return undefined;
    const { registry, askedAt, found, shownAt } = JSON.parse(await Deno.readTextFile(path));
    if (typeof registry !== "string" || typeof askedAt !== "number") return undefined;
    return {
      registry,
      askedAt,
      found: typeof found === "string" && isRelease(found) ? found : undefined,
      shownAt: typeof shownAt === "number" ? shownAt : undefined,
    };
  } catch {
    return undefined;
  }
}

/**
 * Stores what is known, in one step.
 *
 * @param isDue true where the next command is to tell it
 */
export async function writeState(path: string, state: NoticeState, isDue = false): Promise<void> {
  await writePrivate(path, `${JSON.stringify(state)}\n`);
  if (isDue) await Deno.utime(path, 0, 0);
}

/** True when a day has passed since `time`, or it is yet to come. */
export function isDayAgo(time: number | undefined, now: number): boolean {
  return time === undefined || Math.abs(now - time) >= DAY_MS;
}
