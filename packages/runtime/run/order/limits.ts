/** What a run may take, and what ends it. */
export interface Limits {
  /** Milliseconds, default one hour. */
  timeLimitMs?: number | undefined;
  /** JavaScript heap in megabytes, default 512. */
  memoryLimitMb?: number | undefined;
  /** Megabytes of temporary files, default 1024. */
  diskLimitMb?: number | undefined;
  /** Milliseconds to wait while another run of the behavior is in progress; default as `lockRepository`. */
  lockWaitMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

const HOUR_MS = 3_600_000;
const MEMORY_MB = 512;
const DISK_MB = 1024;

/** The limits of a run's process, or the usual ones. */
export function processLimits(
  { timeLimitMs = HOUR_MS, memoryLimitMb = MEMORY_MB, diskLimitMb = DISK_MB }: Limits,
): { timeLimitMs: number; memoryLimitMb: number; diskLimitMb: number } {
  return { timeLimitMs, memoryLimitMb, diskLimitMb };
}
