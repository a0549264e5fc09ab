import { isSvcError } from "@svc/core/error";
import { covers, type Permissions } from "@svc/core/permission";
import type { Consent } from "../consent/consent.ts";
import { agreed, decide, localName } from "../consent/decide.ts";
import { asPermissions, foundIn, permissionRequest, together } from "../consent/request.ts";
import { readConsent } from "../consent/store.ts";
import { consentFor } from "../installed/consented.ts";
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
import type { RunOptions } from "./request.ts";

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
  // Also without a grant in sight: a policy that cannot be read may be the one that denies.
  const policy = await readPolicy(repository);
  try {
    return await admit(repository, await resolveType(repository, type), policy, how);
  } catch (error) {
    if (!isSvcError(error) || error.code !== "consent_mismatch") throw error;
    // An update may have come between reading the record and the bundle, and sources of the
    // repository's own can be bundled again.
    await forgetLocalTypes(repository);
    return await admit(repository, await resolveType(repository, type), policy, how);
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
    ? await consentFor(repository, {
      extension: resolved.extension!,
      key: resolved.type.normalized,
      recordDigest: resolved.recordDigest,
    })
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

/** Whom the policy is asked about. */
function policySubject(resolved: ResolvedType, consent: Consent | undefined): PolicySubject {
  return {
    name: resolved.extension ?? resolved.type.normalized,
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
    (consent.requested ?? permissionRequest(resolved.permissions, resolved.found)).permissions,
  );
}

/**
 * Sources of the repository's own run without permissions as they are: the sandbox holds them. What
 * they declare is granted once for the repository and extension, together with what the scan found, so
 * that editing them asks again only for more. What only the scan found stops no run.
 */
async function grantedLocally(
  repository: Repository,
  resolved: ResolvedType,
  rules: PolicyRules,
  { onGrant, allow = {}, allowRequested = false }: Admission,
): Promise<Permissions> {
  await assertOwnBundle(repository, resolved, resolved.type.raw);
  const { extension, extensionVersion: version = "", manifest = "", model } = resolved;
  const name = localName({ extension, type: resolved.type.normalized });
  const before = await readConsent(repository, name, "local");
  const places = placesOf(repository);
  const { asked, granted, computed, omitted } = questionOf(
    permissionRequest(resolved.permissions, resolved.found),
    { models: [model], before, rules, places },
  );
  const ofThisRun = together(allow, allowRequested ? asPermissions(asked) : {});
  const open = asked.filter((one) => !covers(ofThisRun, one, places));
  if (!open.some(({ declared }) => declared)) return together(granted, ofThisRun);
  const request: GrantRequest = {
    extension: extension ?? resolved.type.normalized,
    version,
    manifest,
    asked: open,
    computed,
    omitted,
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
