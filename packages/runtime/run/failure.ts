import { SvcError } from "@svc/core/error";
import { permissionProblem } from "@svc/core/permission";
import { sourcePlace } from "../bundle/source_place.ts";
import { ranOutOfMemory } from "../process/limits.ts";
import type { ResolvedType } from "../types/resolved.ts";
import { memoryLimit } from "../sandbox/child_ending.ts";
import { foreign } from "../sandbox/child_message.ts";
import { checksFailed } from "./checks.ts";
import type { ChildResult } from "../sandbox/child_talk.ts";
import { denialIn, permissionDenied } from "../sandbox/denial.ts";
import type { DenialAbout } from "../sandbox/denied_grant.ts";
import type { Redactor } from "../redaction/redactor.ts";
import type { Refused } from "../sandbox/refused.ts";

/** What turning a failure into an error depends on. */
export interface FailureInput {
  resolved: ResolvedType;
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
  const clean = input.redactor.text;
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
  const place = await sourcePlace(result.stack, input.bundle);
  const message = clean(result.message);
  const name = result.name === "Error" ? "" : `${result.name}: `;
  return new SvcError(
    "run_failed",
    `${input.methodName} failed: ${name}${message}${place === undefined ? "" : ` (${place})`}`,
    place === undefined ? {} : { details: [{ path: place, message }] },
  );
}

/**
 * The failure of a method that the sandbox had refused something, as a refusal that names all of it. A
 * variable that was read as unset counts when the method's own words name it and it could be granted.
 */
export function withRefusals(
  failure: SvcError,
  refused: Refused,
  about: DenialAbout,
  redactor: Redactor,
): SvcError {
  if (failure.code !== "run_failed" && !refused.isOwn(failure)) return failure;
  const own = denialIn(failure.message);
  const asked = [...refused.texts].flatMap((text) => denialIn(text) ?? []);
  // A refusal that only the failure tells of was made where nobody watches, such as a worker.
  if (own !== undefined && asked.length === 0) asked.push(own);
  const denials = [...asked, ...refused.denials, ...missedVariables(failure, refused, about)]
    .map(({ kind, target }) => ({ kind, target: redactor.text(target) }));
  if (denials.length === 0) return failure;
  const words = own !== undefined || refused.isOwn(failure) ? {} : { words: failure.message };
  // Deno's advice is for who starts Deno.
  const details = failure.details?.map(({ path, message }) => ({
    path,
    message: message.replace(/, run again with the --allow-\w+ flag/g, ""),
  }));
  return permissionDenied(denials, about, { details, ...words });
}

function missedVariables(failure: SvcError, refused: Refused, about: DenialAbout) {
  const env = about.env ?? ((name: string) => Deno.env.get(name));
  const words = new Set(failure.message.match(/[A-Za-z_][A-Za-z0-9_]*/g));
  return [...refused.variables]
    .filter((name) => words.has(name) && permissionProblem("env", name) === undefined)
    .filter((name) => env(name) !== undefined)
    .map((name) => ({ kind: "env", target: name }));
}
