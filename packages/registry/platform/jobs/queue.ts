import { LIMITS } from "@svc/core/limit";
import { currentTrace } from "../tracing/span.ts";
import type { Jobs } from "./jobs.ts";

/** The queue in the store. */
export const storedJobs: Jobs = {
  async add(db, kind, subject, event) {
    await db.insertInto("job").values({
      id: crypto.randomUUID(),
      kind,
      subject,
      run_at: event.toISOString(),
      attempts: 0,
      generation: 1,
      deadline: new Date(event.getTime() + LIMITS.lookup.hours * 60 * 60_000).toISOString(),
      leased_until: null,
      last_error: null,
      traceparent: currentTrace() ?? null,
    }).onConflict((conflict) =>
      conflict.columns(["kind", "subject"]).doUpdateSet((job) => ({
        run_at: job.case()
          .when("job.run_at", "<", job.ref("excluded.run_at")).then(job.ref("job.run_at"))
          .else(job.ref("excluded.run_at")).end(),
        generation: job("job.generation", "+", 1),
        attempts: 0,
        deadline: job.ref("excluded.deadline"),
        dead_at: null,
        traceparent: job.ref("excluded.traceparent"),
      }))
    ).execute();
  },
};
