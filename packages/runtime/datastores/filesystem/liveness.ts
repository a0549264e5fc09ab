import { readSmallFile } from "../../base/files/read.ts";
import { beatFile, type Holder } from "./lock_files.ts";

/** Milliseconds after which a holder that shows no sign of life has lost its lock, at the least and most. */
const TTL = { least: 100, most: 10 * 60_000, usual: 30_000 };

/** Tells one start of one machine from every other; all containers of a machine have the same. */
export function machineOf(): string {
  const boot = Deno.build.os === "linux"
    ? readSmallFile("/proc/sys/kernel/random/boot_id", 100)?.trim()
    : undefined;
  return boot || `${Deno.hostname()} ${Math.round((Date.now() / 1000 - Deno.osUptime()) / 60)}`;
}

/**
 * True when the holder's process runs on this machine no longer: the kernel lets go of a file when the
 * process that locked it ends, however it ended. Of other machines nobody can say.
 */
export function isDead(folder: string, holder: Holder, machine: string): boolean {
  if (holder.machine !== machine) return false;
  try {
    using file = Deno.openSync(beatFile(folder, holder.nonce), { read: true, write: true });
    return file.tryLockSync(true);
  } catch {
    // No such file, or a share that knows no locks: its time runs out.
    return false;
  }
}

/** Watches a holder's signs of life by the clock of this machine alone. */
export interface Watch {
  /** True once this holder has shown none for as long as it said that it would need at most. */
  isSilent(number: number, holder: Holder | "unknown", now: number): boolean;
}

/**
 * Watches from now on.
 *
 * @param intervalMs how often it is asked; when it was not asked for longer, this process slept, and
 *   saw nothing meanwhile
 */
export function watchHolder(folder: string, intervalMs: number): Watch {
  let last = "";
  let seenAt = 0;
  let silentMs = 0;
  return {
    isSilent(number, holder, now) {
      const nonce = typeof holder === "object" ? holder.nonce : "";
      const beat = nonce === "" ? "" : readSmallFile(beatFile(folder, nonce), 100) ?? "";
      const sign = `${number} ${nonce} ${beat}`;
      silentMs = sign === last ? silentMs + Math.min(now - seenAt, intervalMs * 2) : 0;
      last = sign;
      seenAt = now;
      const ttl = typeof holder === "object" ? holder.ttlMs : TTL.usual;
      return silentMs >= Math.min(Math.max(ttl, TTL.least), TTL.most);
    },
  };
}
