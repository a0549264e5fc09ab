import { SvcError } from "@svc/core/error";
import { sourceLocation } from "../../extension/bundle/source_location.ts";
import { ranOutOfMemory } from "../../base/process/limits.ts";
import type { ResolvedType } from "../../consent/types/resolved.ts";
import { causeHint, proxyIn } from "../../sandbox/cause.ts";
import { memoryLimit } from "../../sandbox/child_ending.ts";
import { denialIn } from "../../sandbox/denial.ts";
import { withoutOwnPaths } from "../../sandbox/own_paths.ts";
import type { Repository } from "../../repository/repository.ts";
import { foreign } from "../../sandbox/child_message.ts";
import { checksFailed } from "../admit/checks.ts";
import type { ChildResult } from "../../sandbox/child_talk.ts";
import type { Redactor } from "../../sandbox/redaction/redactor.ts";

/** What turning a failure into an error depends on. */
interface FailureInput {
  resolved: ResolvedType;
  repository: Pick<Repository, "state" | "config">;
  /** Name of the behavior. */
  definition: string;
  methodName: string;
  /** Absolute path of the bundle. */
  bundle: string;
  memoryLimitMb: number;
  redactor: Redactor;
}

/** The error of a method that did not succeed, with the place in its sources and what to do. */
export async function failureOf(
  result: Exclude<ChildResult, { t: "done" }>,
  input: FailureInput,
): Promise<SvcError> {
  const clean = (text: string) =>
    // What was refused is read from a refusal; whoever shows it leaves the places out.
    input.redactor.text(
      denialIn(text) === undefined ? withoutOwnPaths(text, input.repository) : text,
    );
  if (result.t === "checks") {
    const { definition, methodName: method } = input;
    return checksFailed(result, { definition, method, clean });
  }
  if (result.t === "upgraded" || result.t === "report") return foreign();
  if (result.t === "invalid") {
    const issues = result.issues.map(({ path, message }) => ({ path, message: clean(message) }));
    const what = result.what === "global" ? "Global" : "Method";
    return new SvcError(
      "invalid_argument",
      `${what} arguments validation failed: ${
        issues.map(({ path, message }) => `${message} at "${path}"`).join("; ")
      }`,
      {
        details: issues,
        hint: `'svc model type describe ${input.resolved.type.normalized}' explains them.`,
      },
    );
  }
  if (result.name === "RangeError" && ranOutOfMemory(result.message)) {
    return memoryLimit(input.memoryLimitMb);
  }
  const { place, native } = await sourceLocation(result, input.bundle);
  const said = native ?? clean(result.message);
  const proxy = proxyIn(said);
  const message = proxy === undefined ? said : `${said}: ${proxy}`;
  const name = result.name === "Error" || native !== undefined ? "" : `${result.name}: `;
  return new SvcError(
    "run_failed",
    `${input.methodName} failed: ${name}${message}${place === undefined ? "" : ` (${place})`}`,
    {
      hint: causeHint(message),
      ...(place === undefined ? {} : { details: [{ path: place, message }] }),
    },
  );
}
