// Looks at modules in a process of its own, which `scan.ts` can end.
import type { FoundUse } from "@svc/core/permission";
import { answerQuestions } from "../../base/process/answers.ts";
import { type ScanTask, scanTogether } from "./module.ts";

/** What was found, or why the modules could not be looked at. */
export type ScanAnswer = { found: FoundUse[] } | { failed: string };

function scan(tasks: readonly ScanTask[]): ScanAnswer {
  try {
    return { found: scanTogether(tasks) };
  } catch (error) {
    if (error instanceof RangeError) return { failed: "its code is nested too deeply" };
    return { failed: error instanceof SyntaxError ? "its code cannot be read" : "it is not sound" };
  }
}

if (import.meta.main) await answerQuestions(scan);
