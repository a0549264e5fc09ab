import type { MethodDescriptor, ModelDescriptor } from "@svc/core/descriptor";
import { SvcError } from "@svc/core/error";
import type { Definition } from "../definitions/definition.ts";
import type { CheckRules } from "../sandbox/check_rules.ts";
import { isMutating, methodKind } from "./method_kind.ts";
import type { FromChild } from "../sandbox/protocol.ts";
import type { RunOptions } from "./request.ts";

/**
 * Which checks are to run before a method; undefined for one that only reads.
 *
 * @throws SvcError `unknown_argument` for the name of a check that the type does not have.
 */
export function checkRules(
  model: ModelDescriptor,
  method: MethodDescriptor,
  { checks: kept = {} }: Pick<Definition, "checks">,
  { checks: now = {} }: Pick<RunOptions, "checks">,
): CheckRules | undefined {
  if (model.checks !== undefined) {
    const known = model.checks.map(({ name }) => name);
    const named = [...kept.require ?? [], ...kept.skip ?? [], ...now.skip ?? []];
    const unknown = named.filter((name) => !known.includes(name));
    if (unknown.length > 0) {
      throw new SvcError(
        "unknown_argument",
        `${model.type} has no check '${unknown.join("', '")}'. It has: ${known.join(", ")}`,
      );
    }
  }
  if (!isMutating(methodKind(method))) return undefined;
  return {
    require: kept.require ?? [],
    skip: kept.skip ?? [],
    skipNow: now.skip ?? [],
    skipLabels: now.skipLabels ?? [],
    skipAll: now.skipAll ?? false,
  };
}

/** The error of a run whose checks failed, with every reason (runtime reference 3.3). */
export function checksFailed(
  { failures }: Extract<FromChild, { t: "checks" }>,
  about: { definition: string; method: string; clean: (text: string) => string },
): SvcError {
  const { definition, method, clean } = about;
  const lines = failures.flatMap(({ name, errors }) =>
    (errors.length === 0 ? ["failed"] : errors).map((error) => ({
      path: clean(name),
      message: clean(error),
    }))
  );
  return new SvcError(
    "validation_failed",
    [`Pre-flight checks failed for "${definition}" → ${method}:`]
      .concat(lines.map(({ path, message }) => `  ${path}: ${message}`)).join("\n"),
    {
      details: lines,
      hint: "Nothing was changed. Fix what they name, or leave one out with --skip-check <name>.",
    },
  );
}
