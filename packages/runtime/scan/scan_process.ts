// Looks at modules in a process of its own, which `scan.ts` can end.
import type { FoundUse } from "@svc/core/permission";
import { answerQuestions } from "../process/answers.ts";
import { scanModule, type ScanTask } from "./module.ts";

/** What was found, or why the module could not be looked at. */
export type ScanAnswer = { found: FoundUse[] } | { failed: string };

function scan(task: ScanTask): ScanAnswer {
  try {
    return { found: scanModule(task) };
  } catch (error) {
    if (error instanceof RangeError) return { failed: "its code is nested too deeply" };
    return { failed: error instanceof SyntaxError ? "its code cannot be read" : "it is not sound" };
  }
}

if (import.meta.main) await answerQuestions(scan);
