import { failureOf } from "./complaint.ts";
import { FINDINGS_KEPT, type SlowTypeFacts } from "./facts.ts";
import { sourcePath } from "./source_path.ts";
import type { ToolRun } from "./tool.ts";
import type { Workspace } from "./workspace.ts";

/** The diagnostics of `deno doc --lint` that are about slow types; `missing-jsdoc` is not. */
export const SLOW_TYPE_CODES: ReadonlySet<string> = new Set([
  "missing-return-type",
  "missing-explicit-type",
  "private-type-ref",
  "unsupported-ambient-module",
  "unsupported-complex-reference",
  "unsupported-default-export-expr",
  "unsupported-destructuring",
  "unsupported-global-module",
  "unsupported-require",
  "unsupported-ts-export-assignment",
  "unsupported-ts-instantiation-expression",
  "unsupported-ts-namespace-export",
  "unsupported-using-stmt",
]);

const DIAGNOSTIC = /^error\[([a-z-]+)\]: (.+)\n\s*--> (.+):(\d+):\d+$/gm;
const SUMMARY = /^error: Found (\d+) documentation lint errors?\.$/m;

/**
 * Lists slow types from what `deno doc --lint` printed. When the tool failed for another reason,
 * went on without a module, or counts other diagnostics than were read, the answer is an error.
 */
export function slowTypeFacts(run: ToolRun, workspace: Workspace): SlowTypeFacts {
  if (!run.ended) return { outcome: run.outcome, problem: run.problem, total: 0, findings: [] };
  const text = stripAnsi(run.stderr);
  const diagnostics = [...text.matchAll(DIAGNOSTIC)];
  const announced = Number(SUMMARY.exec(text)?.[1] ?? 0);
  const complete = !/^Warning /m.test(text) &&
    (run.code === 0 ? diagnostics.length === 0 : announced > 0 && announced === diagnostics.length);
  if (!complete) {
    const problem = failureOf(text, workspace);
    return { outcome: "error", problem, total: 0, findings: [] };
  }
  const slow = diagnostics.filter(([, code]) => SLOW_TYPE_CODES.has(code!));
  return {
    outcome: "passed",
    total: slow.length,
    findings: slow.slice(0, FINDINGS_KEPT).map(([, code, message, file, line]) => ({
      place: `${sourcePath(file!, workspace)}:${line}`,
      message: `${code}: ${message}`,
    })),
  };
}

function stripAnsi(text: string): string {
  // deno-lint-ignore no-control-regex
  return text.replace(/\u001b\[[0-9;]*m/g, "");
}
