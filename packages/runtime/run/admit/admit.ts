import type { MethodDescriptor } from "@svc/core/descriptor";
import { isSvcError, SvcError } from "@svc/core/error";
import { type Admission, admitModule } from "../../consent/admission/admit.ts";
import { localName } from "../../consent/decide.ts";
import type { FoundDefinition } from "../../repository/definitions/definition.ts";
import { consentFor } from "../../consent/installed/consented.ts";
import type { Policy } from "../../consent/policy/policy.ts";
import { readPolicy } from "../../consent/policy/read.ts";
import type { Repository } from "../../repository/repository.ts";
import type { CheckRules } from "../../sandbox/check_rules.ts";
import { partFor } from "../../consent/types/grafts.ts";
import { forgetLocalTypes } from "../../consent/types/local.ts";
import { assertOwnBundle } from "../../consent/types/own_bundle.ts";
import { resolveType } from "../../consent/types/resolve.ts";
import type { ResolvedType } from "../../consent/types/resolved.ts";
import { methodOf } from "./method.ts";
import { checkingParts, checkRules } from "./checks.ts";
import type { Order } from "../order/order.ts";

/**
 * The type to run, with the permissions the person agreed to, those of this run, and what the policy
 * allows; never what it denies. Whatever is in the repository is compared with their consent first: a
 * repository can bring records, bundles and lockfiles, but no consent.
 *
 * @throws SvcError `unknown_type`; `consent_required` when they never agreed; `consent_mismatch` when
 *   what is here is not what they agreed to; `permission_denied` for a permission of this run that the
 *   policy denies; `policy_invalid`, `config_exposed`.
 */
export async function admitType(
  repository: Repository,
  type: string,
  how: Admission = {},
): Promise<ResolvedType> {
  return await admitted(
    repository,
    type,
    (resolved, policy) => admit(repository, resolved, policy, how),
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
  return await admitted(repository, type, async (resolved, policy) => {
    const method = methodOf(resolved, order.method);
    const checks = checkRules(resolved.model, method, definition, order);
    const part = partFor(resolved, method.name);
    const checking = checkingParts(resolved, part, { method, rules: checks });
    if (part !== resolved && !checking.includes(resolved)) await assertIntact(repository, resolved);
    const runs = await admit(repository, part, policy, person);
    const checkers: ResolvedType[] = [];
    for (const one of checking) checkers.push(await admit(repository, one, policy, { onGrant }));
    return { type: { ...resolved, permissions: {} }, method, checks, runs, checkers };
  });
}

/** Refuses a type that is only the ground for another module's method when it is not what it was. */
async function assertIntact(repository: Repository, resolved: ResolvedType): Promise<void> {
  const { origin, extension, type, recordDigest } = resolved;
  if (origin !== "pulled") return await assertOwnBundle(repository, resolved, type.raw);
  await consentFor(repository, { extension: extension!, key: type.normalized, recordDigest });
}

async function admitted<Result>(
  repository: Repository,
  type: string,
  work: (resolved: ResolvedType, policy: Policy | undefined) => Promise<Result>,
): Promise<Result> {
  // Also without a grant in sight: a policy that cannot be read may be the one that denies.
  const policy = await readPolicy(repository);
  try {
    return await work(await resolveType(repository, type), policy);
  } catch (error) {
    if (!isSvcError(error) || error.code !== "consent_mismatch") throw error;
    // An update may have come between reading the record and the bundle, and sources of the
    // repository's own can be bundled again.
    await forgetLocalTypes(repository);
    return await work(await resolveType(repository, type), policy);
  }
}

async function admit(
  repository: Repository,
  resolved: ResolvedType,
  policy: Policy | undefined,
  how: Admission,
): Promise<ResolvedType> {
  const { extension, graft, type, model } = resolved;
  const admitted = await admitModule(
    repository,
    {
      record: resolved,
      key: graft?.key ?? type.normalized,
      name: extension ?? graft?.name ?? type.normalized,
      kept: localName({ extension, graft, type: type.normalized }),
      label: type.raw,
      sources: [model],
    },
    policy,
    how,
  );
  return { ...resolved, ...admitted };
}
