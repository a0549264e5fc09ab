import type { MethodDescriptor } from "@svc/core/descriptor";
import { isSvcError } from "@svc/core/error";
import { asPermissions, covers, type Permissions, together } from "@svc/core/permission";
import type { Consent } from "../consent/consent.ts";
import { agreed, decide, localName } from "../consent/decide.ts";
import { foundIn, permissionRequest } from "../consent/request.ts";
import { readConsent } from "../consent/store.ts";
import { consentFor, type PulledModule } from "../installed/consented.ts";
import { assertAllowed, permitted, type PolicyRules, rulesFor } from "../policy/apply.ts";
import type { Policy, PolicySubject } from "../policy/policy.ts";
import { questionOf } from "../policy/question.ts";
import { readPolicy } from "../policy/read.ts";
import { placesOf } from "../repository/places.ts";
import type { Repository } from "../repository/repository.ts";
import { assertOwnBundle } from "../types/own_bundle.ts";
import { forgetLocalTypes } from "../types/local.ts";
import type { ResolvedType } from "../types/resolved.ts";
import { resolveType } from "../types/resolve.ts";
import { type GrantRequest, grantRequired } from "./grant_request.ts";
import { methodOf } from "./arguments.ts";
import { checkingParts, checkRules } from "./checks.ts";
import type { CheckRules } from "../sandbox/check_rules.ts";
import type { FoundDefinition } from "../definitions/definition.ts";
import { partFor } from "../types/grafts.ts";
import type { RunOptions, RunRequest } from "./request.ts";

/** How the permissions of a run are decided beside what was granted before. */
export type Admission = Pick<RunOptions, "onGrant" | "allow" | "allowRequested">;

/**
 * The type to run, with the permissions the person agreed to, those of this run, and what the policy
 * allows; never what it denies. Whatever lies in the repository is compared with their consent first: a
 * repository can bring records, bundles and lockfiles, but no consent.
 *
 * @throws SvcError `unknown_type`; `consent_required` when they never agreed; `consent_mismatch` when
 *   what lies here is not what they agreed to; `permission_denied` for a permission of this run that the
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
  request: RunRequest,
): Promise<AdmittedMethod> {
  const { onGrant } = request;
  return await admitted(repository, type, async (resolved, policy) => {
    const method = methodOf(resolved, request.method);
    const checks = checkRules(resolved.model, method, definition, request);
    const part = partFor(resolved, method.name);
    const checking = checkingParts(resolved, part, { method, rules: checks });
    if (part !== resolved && !checking.includes(resolved)) await assertIntact(repository, resolved);
    const runs = await admit(repository, part, policy, request);
    const checkers: ResolvedType[] = [];
    for (const one of checking) checkers.push(await admit(repository, one, policy, { onGrant }));
    return { type: { ...resolved, permissions: {} }, method, checks, runs, checkers };
  });
}

/** Refuses a type that is only the ground for another module's method when it is not what it was. */
async function assertIntact(repository: Repository, resolved: ResolvedType): Promise<void> {
  if (resolved.origin === "pulled") await consentFor(repository, pulledModule(resolved));
  else await assertOwnBundle(repository, resolved, resolved.type.raw);
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
  const places = placesOf(repository);
  const consent = resolved.origin === "pulled"
    ? await consentFor(repository, pulledModule(resolved))
    : undefined;
  const rules = rulesFor(policy, policySubject(resolved, consent));
  assertAllowed(how.allow ?? {}, rules, places);
  const granted = resolved.origin === "builtin"
    ? resolved.permissions
    : consent === undefined
    ? await grantedLocally(repository, resolved, rules, how)
    : together(consent.permissions, requestedFor(consent, resolved, how), how.allow ?? {});
  // Of a pulled extension, what it asks for is in the consent: its record does not hold it.
  const found = consent?.requested === undefined ? {} : { found: foundIn(consent.requested) };
  return {
    ...resolved,
    ...found,
    permissions: permitted(granted, rules, places),
    denied: rules.deny,
  };
}

/** What the person's consent for a pulled module is looked up by. */
function pulledModule({ extension, type, graft, recordDigest }: ResolvedType): PulledModule {
  return { extension: extension!, key: graft?.key ?? type.normalized, recordDigest };
}

/** The extension, or what stands for it where there is none. */
function subjectName({ extension, graft, type }: ResolvedType): string {
  return extension ?? graft?.name ?? type.normalized;
}

/** Whom the policy is asked about. */
function policySubject(resolved: ResolvedType, consent: Consent | undefined): PolicySubject {
  return {
    name: subjectName(resolved),
    from: resolved.origin === "pulled" ? consent?.content?.serverUrl : resolved.origin,
  };
}

/** What this run is granted of what a pulled extension asks for, when all of it is. */
function requestedFor(
  consent: Consent,
  resolved: ResolvedType,
  { allowRequested }: Admission,
): Permissions {
  if (!allowRequested) return {};
  return asPermissions(
    (consent.requested ?? permissionRequest(resolved)).permissions,
  );
}

/**
 * Sources of the repository's own run without permissions as they are: the sandbox holds them. What
 * they ask for is granted once for the repository and extension, so that editing them asks again only
 * for more. What only the scan found stops no run.
 */
async function grantedLocally(
  repository: Repository,
  resolved: ResolvedType,
  rules: PolicyRules,
  { onGrant, allow = {}, allowRequested = false }: Admission,
): Promise<Permissions> {
  await assertOwnBundle(repository, resolved, resolved.type.raw);
  const { extension, extensionVersion: version = "", manifest = "", model, graft } = resolved;
  const name = localName({ extension, graft, type: resolved.type.normalized });
  const before = await readConsent(repository, name, "local");
  const places = placesOf(repository);
  const { asked, granted, computed, omitted, mentioned } = questionOf(
    permissionRequest(resolved),
    { models: [model], before, rules, places },
  );
  const ofThisRun = together(allow, allowRequested ? asPermissions(asked) : {});
  const open = asked.filter((one) => !covers(ofThisRun, one, places));
  if (!open.some(({ declared }) => declared)) return together(granted, ofThisRun);
  const request: GrantRequest = {
    extension: subjectName(resolved),
    version,
    manifest,
    asked: open,
    computed,
    omitted,
    ...(mentioned === undefined ? {} : { mentioned }),
    more: before !== undefined,
  };
  if (onGrant === undefined) throw grantRequired(request, "Run it on a terminal to be asked.");
  await onGrant(request);
  // Types of one extension may give a placeholder different hosts; each was agreed to.
  await decide(
    repository,
    { origin: "local", extension: name, version },
    (now) => agreed(now, open, [model]),
  );
  return together(granted, asPermissions(open), ofThisRun);
}
