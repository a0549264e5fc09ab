import type { MethodDescriptor } from "@svc/core/descriptor";
import { SvcError } from "@svc/core/error";
import { whyUnused } from "../../consent/types/grafts.ts";
import type { GraftState, ResolvedGraft, ResolvedType } from "../../consent/types/resolved.ts";

/**
 * The method of that name.
 *
 * @throws SvcError `unknown_method` listing those there are.
 */
export function methodOf(resolved: ResolvedType, name: string): MethodDescriptor {
  const method = resolved.model.methods.find((candidate) => candidate.name === name);
  if (method) return method;
  for (const one of resolved.grafts ?? []) {
    if (one.state === "used" || !one.methods.includes(name)) continue;
    throw notUsed(one, one.state, resolved, `the method ${name}`);
  }
  const names = resolved.model.methods.map((candidate) => candidate.name);
  const type = resolved.type.normalized;
  throw new SvcError(
    "unknown_method",
    `${type} has no method '${name}'. It has: ${names.join(", ")}`,
    {
      hint: `'svc model type describe ${type}' explains them.`,
    },
  );
}

/** The refusal of what a module adds to a type and may not. */
export function notUsed(
  { name }: ResolvedGraft,
  state: Exclude<GraftState, "used">,
  { type }: ResolvedType,
  what: string,
): SvcError {
  const { problem, hint } = whyUnused(state, name, type.normalized);
  return new SvcError(
    state === "denied" ? "permission_denied" : "consent_required",
    `${name} adds ${what} to ${type.normalized}, but ${problem}`,
    { hint: `${hint} 'svc extension rm ${name}' removes it.` },
  );
}
