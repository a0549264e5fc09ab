/** What may make a run begin. */
export const TRIGGERS = ["api", "page", "mcp", "schedule", "webhook"] as const;

/** How far a run is. `interrupted`: the server ended while it was in progress; it is not run again. */
export const RUN_STATUSES = [
  "queued",
  "running",
  "succeeded",
  "failed",
  "cancelled",
  "interrupted",
] as const;
