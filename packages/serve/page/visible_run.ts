import { SvcError } from "@svc/core/error";
import type { RunView } from "../answers/run.ts";
import { mayRead } from "../rights/rights.ts";
import type { Visit } from "./visit.ts";

/** A run. @throws SvcError the one answer to what is not there and to what the visitor may not see */
export function visibleRun({ serving, caller }: Visit, id: string): RunView {
  const run = serving.runs.get(id);
  if (run !== undefined && mayRead(caller.rights, run.behavior)) return run;
  throw new SvcError("not_found", "There is no such run, or you may not see it");
}
