/** A schedule as an argument. */
export const SCHEDULE = {
  name: "name",
  summary: "the schedule's name",
  completes: "schedule",
} as const;
