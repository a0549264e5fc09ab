import type { STOP_REASONS } from "../outputs/sync_run_summary.ts";

/** Why a sync ends before everything was read. */
export type StopReason = typeof STOP_REASONS[number];

/** Ends a sync in good order: what was read is kept, and the next one goes on. */
export class Stop extends Error {
  readonly reason: Exclude<StopReason, "failed" | "cancelled">;
  /** When a rate limit ends, ISO 8601. */
  readonly resumeAt: string | null;

  constructor(reason: Stop["reason"], resumeAt: string | null = null) {
    super(`stopped by ${reason}`);
    this.reason = reason;
    this.resumeAt = resumeAt;
  }
}
