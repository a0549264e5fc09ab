import { type Acting, onceOf, operate } from "./action.ts";
import { pathTo } from "./words.ts";

/** Pauses a schedule and shows it. */
export async function pauseSchedule(acting: Acting, schedule: string): Promise<string> {
  await operate(acting, "schedules.pause", { params: { schedule } });
  return pathTo("schedules", schedule);
}

/** Resumes a schedule and shows it. */
export async function resumeSchedule(acting: Acting, schedule: string): Promise<string> {
  await operate(acting, "schedules.resume", { params: { schedule } });
  return pathTo("schedules", schedule);
}

/** Runs a schedule's method and shows the run. */
export async function runSchedule(acting: Acting, schedule: string): Promise<string> {
  const { id } = await operate(acting, "schedules.run", {
    params: { schedule },
    once: onceOf(acting),
  });
  return pathTo("runs", id);
}

/** Cancels a run and shows it. */
export async function cancelRun(acting: Acting, run: string): Promise<string> {
  await operate(acting, "runs.cancel", { params: { run } });
  return pathTo("runs", run);
}
