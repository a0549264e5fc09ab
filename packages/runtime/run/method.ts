import type { MethodDescriptor } from "@svc/core/descriptor";
import { SvcError } from "@svc/core/error";
import type { ResolvedType } from "../types/resolved.ts";

/**
 * The method of that name.
 *
 * @throws SvcError `unknown_method` listing those there are.
 */
export function methodOf(resolved: ResolvedType, name: string): MethodDescriptor {
  const method = resolved.model.methods.find((candidate) => candidate.name === name);
  if (method) return method;
  const waiting = resolved.grafts?.find((one) => !one.agreed && one.methods.includes(name));
  if (waiting !== undefined) throw notAgreed(waiting.name, resolved, `the method ${name}`);
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

/** The refusal of what a module adds to a type that the person did not agree to run. */
export function notAgreed(extension: string, { type }: ResolvedType, what: string): SvcError {
  return new SvcError(
    "consent_required",
    `${extension} adds ${what} to ${type.normalized}, but you have not agreed to run it here`,
    {
      hint: "Run 'svc extension install': it shows what is asked for and asks you. " +
        `'svc extension rm ${extension}' removes it.`,
    },
  );
}
