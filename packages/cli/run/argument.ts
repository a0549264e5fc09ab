/** A run of a server as an argument. */
export const RUN = {
  name: "run",
  summary: "the run's id, as 'svc run list' shows it",
  completes: "run",
} as const;
