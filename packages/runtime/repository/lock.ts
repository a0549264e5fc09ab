import { SvcError } from "@svc/core/error";
import { pauseFor } from "@svc/core/timer";
import { isDiskFull } from "../base/files/disk_full.ts";
import { parentOf } from "../base/files/path.ts";
import { readTextIfPresent } from "../base/files/read.ts";
import { refuseLink } from "./links.ts";
import type { Repository } from "./repository.ts";

/** How long a command waits for another one, unless `SVC_LOCK_TIMEOUT_MS` says otherwise. */
const WAIT_MS = 60_000;

/** What is locked, and how long to wait for it. */
export interface LockOptions {
  /** File of the lock, relative to `.svc`; default the whole repository's. */
  file?: string;
  /** Milliseconds to wait, 0 to try once. */
  timeoutMs?: number;
  /** Holds it beside others that share it. Nothing says who they are. */
  shared?: boolean;
  /** Ends the wait. */
  signal?: AbortSignal | undefined;
  /** Told once when somebody else holds it, with who that is. */
  onWait?: ((holder: string) => void) | undefined;
}

/**
 * Holds a lock until disposed. The kernel keeps it, so that it ends with the process that held it,
 * however that process ended; the file's text says who holds it, for people.
 *
 * @throws SvcError `lock_timeout` (exit 75) naming the holder; `cancelled` when the signal aborts;
 *   `conflict` where a symbolic link is in the place of the lock, as its target would be overwritten.
 */
export async function lockRepository(
  repository: Repository,
  options: LockOptions = {},
): Promise<AsyncDisposable> {
  const { file, ...wait } = options;
  const path = `${repository.state}/${file ?? ".lock"}`;
  const folder = parentOf(path);
  if (folder !== repository.state) await refuseLink(folder);
  return await lockFile(path, wait);
}

/**
 * Who holds a lock right now, in words for people; undefined when nobody does.
 *
 * @param file as in {@linkcode LockOptions}
 */
export function lockHolder(repository: Repository, file: string): string | undefined {
  const path = `${repository.state}/${file}`;
  try {
    // A pipe in its place would keep whoever opens it waiting.
    if (!Deno.lstatSync(path).isFile) return undefined;
    using lock = Deno.openSync(path);
    // Shared: others that look do not take each other for holders.
    return lock.tryLockSync(false) ? undefined : holderText(Deno.readTextFileSync(path));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

/** As {@linkcode lockRepository}, for a file at an absolute path. */
export async function lockFile(
  path: string,
  options: Omit<LockOptions, "file"> = {},
): Promise<AsyncDisposable> {
  const wait = options.timeoutMs ?? Number(Deno.env.get("SVC_LOCK_TIMEOUT_MS") ?? WAIT_MS);
  const { shared = false } = options;
  const deadline = performance.now() + wait;
  await refuseLink(path);
  await Deno.mkdir(parentOf(path), { recursive: true });
  const file = await Deno.open(path, { read: true, write: true, create: true });
  let pause = 20;
  let told = false;
  while (!await file.tryLock(!shared)) {
    const left = deadline - performance.now();
    if (left <= 0 || options.signal?.aborted) {
      file.close();
      throw left <= 0 ? await lockTimeout(path, wait) : new SvcError(
        "cancelled",
        "Waiting for another svc process was cancelled",
      );
    }
    // Only now has the holder surely written its name.
    if (told === false && pause > 20) {
      told = true;
      options.onWait?.(await holderOf(path));
    }
    await pauseFor(Math.min(pause, left), options.signal);
    pause = Math.min(pause * 2, 1000);
  }
  if (!shared) await signIn(file);
  return {
    async [Symbol.asyncDispose]() {
      // The name is for people only; a file that stays open would stay locked.
      if (!shared) await file.truncate(0).catch(() => {});
      file.close();
    },
  };
}

/** Says who holds the lock. It is held without that as well: on a full disk, somebody makes room. */
async function signIn(file: Deno.FsFile): Promise<void> {
  const holder = { hostname: Deno.hostname(), pid: Deno.pid, acquiredAt: new Date().toISOString() };
  try {
    await file.truncate(0);
    await file.write(new TextEncoder().encode(JSON.stringify(holder)));
  } catch (error) {
    if (isDiskFull(error)) return;
    file.close();
    throw error;
  }
}

async function lockTimeout(path: string, wait: number): Promise<SvcError> {
  return new SvcError("lock_timeout", `Still locked after ${wait} ms by ${await holderOf(path)}`, {
    hint: "Try again when that command has ended; SVC_LOCK_TIMEOUT_MS sets how long to wait.",
  });
}

/** Who holds the lock, for people. */
async function holderOf(path: string): Promise<string> {
  return holderText(await readTextIfPresent(path) ?? "");
}

function holderText(text: string): string {
  try {
    const holder = JSON.parse(text) as { hostname: string; pid: number; acquiredAt: string };
    return `process ${holder.pid} on ${holder.hostname} since ${holder.acquiredAt}`;
  } catch {
    // The holder has not written its name yet, or has just left.
    return "another svc process";
  }
}
