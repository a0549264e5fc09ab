import { type Acting, operate } from "./action.ts";
import { pathTo } from "./words.ts";

/** Cancels a run and shows it. */
export async function cancelRun(acting: Acting, run: string): Promise<string> {
  await operate(acting, "runs.cancel", { params: { run } });
  return pathTo("runs", run);
}
