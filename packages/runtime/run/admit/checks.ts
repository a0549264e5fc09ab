import type { CheckDescriptor, MethodDescriptor, ModelDescriptor } from "@svc/core/descriptor";
import { SvcError } from "@svc/core/error";
import type { Definition } from "../../repository/definitions/definition.ts";
import { type CheckRules, checkRuns } from "../../sandbox/check_rules.ts";
import { partOf } from "../../consent/types/grafts.ts";
import type { ResolvedType } from "../../consent/types/resolved.ts";
import { notUsed } from "./method.ts";
import { isMutating, methodKind } from "./method_kind.ts";
import type { FromChild } from "../../sandbox/protocol.ts";
import type { Order } from "../order/order.ts";

/**
 * Which checks are to run before a method; undefined for one that only reads.
 *
 * @throws SvcError `unknown_argument` for the name of a check that the type does not have.
 */
export function checkRules(
  model: ModelDescriptor,
  method: MethodDescriptor,
  { checks: kept = {} }: Pick<Definition, "checks">,
  { checks: now = {} }: Pick<Order, "checks">,
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

/**
 * The modules with checks that run before a method, but for the one whose code it is: that one runs its
 * own, beside it.
 *
 * @throws SvcError `consent_required` where such checks are of a module that the person did not agree
 *   to, or was not asked about: a check that cannot run has not passed. Those that they, or the policy,
 *   decided not to have do not stop their runs.
 */
export function checkingParts(
  resolved: ResolvedType,
  runs: ResolvedType,
  { method, rules }: { method: MethodDescriptor; rules: CheckRules | undefined },
): ResolvedType[] {
  if (rules === undefined || resolved.grafts === undefined) return [];
  const applies = (check: CheckDescriptor) => checkRuns(check.name, check, method.name, rules);
  const added = new Set(
    resolved.grafts.flatMap(({ state, checks }) => state === "used" ? checks : []),
  );
  const own = (resolved.model.checks ?? []).some((check) =>
    !added.has(check.name) && applies(check)
  );
  const parts = own && runs !== resolved ? [resolved] : [];
  for (const graft of resolved.grafts) {
    const { record, key, state, checks } = graft;
    const due = (record.graft.checks ?? []).filter((check) =>
      checks.includes(check.name) && applies(check)
    );
    if (due.length === 0 || key === runs.graft?.key) continue;
    // Not used because somebody said so.
    if (state === "not_granted" || state === "denied") continue;
    if (state !== "used") throw notUsed(graft, state, resolved, `the check ${due[0]!.name}`);
    parts.push(partOf(resolved, graft));
  }
  return parts;
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
      hint: "Nothing was changed. Fix what they name, or skip one with --skip-check <name>.",
    },
  );
}
