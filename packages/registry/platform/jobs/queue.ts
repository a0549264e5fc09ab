import type { Jobs } from "./jobs.ts";

/** The queue in the embedded store. */
export const storedJobs: Jobs = {
  async add(db, kind, subject, runAt) {
    await db.insertInto("job").values({
      id: crypto.randomUUID(),
      kind,
      subject,
      run_at: runAt.toISOString(),
      attempts: 0,
      leased_until: null,
      last_error: null,
    }).onConflict((conflict) => conflict.columns(["kind", "subject"]).doNothing()).execute();
  },
};
