import type { MethodDescriptor } from "@svc/core/descriptor";
import { SvcError } from "@svc/core/error";
import {
  type Admission,
  type Admit,
  admit,
  agreedTo,
  type ModuleSubject,
} from "../../consent/admission/admit.ts";
import { localName } from "../../consent/decide.ts";
import type { FoundDefinition } from "../../repository/definitions/definition.ts";
import type { Repository } from "../../repository/repository.ts";
import type { CheckRules } from "../../sandbox/check_rules.ts";
import { partFor } from "../../consent/types/grafts.ts";
import { resolveType } from "../../consent/types/resolve.ts";
import type { ResolvedType } from "../../consent/types/resolved.ts";
import { methodOf } from "./method.ts";
import { checkingParts, checkRules } from "./checks.ts";
import type { Order } from "../order/order.ts";

/**
 * The type to run, with the permissions the person agreed to, those of this run, and what the policy
 * allows; never what it denies.
 *
 * @throws SvcError `unknown_type`, and as {@linkcode admit} does.
 */
export async function admitType(
  repository: Repository,
  type: string,
  how: Admission = {},
): Promise<ResolvedType> {
  return await admit(
    repository,
    async (admitModule) =>
      await admittedType(admitModule, await resolveType(repository, type), how),
  );
}

/** What runs a method, and what runs before it. */
export interface AdmittedMethod {
  /** The type, with what other modules add to it; it may do nothing beyond what the others here may. */
  type: ResolvedType;
  method: MethodDescriptor;
  checks: CheckRules | undefined;
  /** The module whose code the method is, standing for the type. */
  runs: ResolvedType;
  /** The other modules with checks that run before it. */
  checkers: ResolvedType[];
}

/**
 * As {@linkcode admitType}, for a method: which may be one that another module adds to the type. Each
 * module has the permissions of its own extension only; those of this run go to the one with the method.
 *
 * @throws SvcError also `unknown_method`; `unknown_argument` for a check that the type does not have;
 *   `consent_required` for a method or a check of a module that the person did not agree to.
 */
export async function admitMethod(
  repository: Repository,
  { type, definition }: Pick<FoundDefinition, "type" | "definition">,
  order: Pick<Order, "method" | "checks">,
  person: Admission = {},
): Promise<AdmittedMethod> {
  const { onGrant, allow } = person;
  if (allow?.graft !== undefined) {
    throw new SvcError("invalid_argument", "A graft is granted to an extension, not for one run", {
      hint: "Run 'svc extension grant <extension> graft:<type>'.",
    });
  }
  return await admit(repository, async (admitModule) => {
    const resolved = await resolveType(repository, type);
    const method = methodOf(resolved, order.method);
    const checks = checkRules(resolved.model, method, definition, order);
    const part = partFor(resolved, method.name);
    const checking = checkingParts(resolved, part, { method, rules: checks });
    if (part !== resolved && !checking.includes(resolved)) {
      // It is only the ground for another module's method.
      await agreedTo(repository, subjectOf(resolved));
    }
    const runs = await admittedType(admitModule, part, person);
    const checkers: ResolvedType[] = [];
    for (const one of checking) checkers.push(await admittedType(admitModule, one, { onGrant }));
    return { type: { ...resolved, permissions: {} }, method, checks, runs, checkers };
  });
}

async function admittedType(
  admitModule: Admit,
  resolved: ResolvedType,
  how: Admission,
): Promise<ResolvedType> {
  return { ...resolved, ...await admitModule(subjectOf(resolved), how) };
}

function subjectOf(resolved: ResolvedType): ModuleSubject {
  const { extension, graft, type, model } = resolved;
  return {
    record: resolved,
    key: graft?.key ?? type.normalized,
    name: extension ?? graft?.name ?? type.normalized,
    kept: localName({ extension, graft, type: type.normalized }),
    label: type.raw,
    sources: [model],
  };
}
