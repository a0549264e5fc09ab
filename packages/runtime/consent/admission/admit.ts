import { isSvcError } from "@svc/core/error";
import {
  asPermissions,
  covers,
  type Permissions,
  type PlaceholderSource,
  together,
} from "@svc/core/permission";
import type { Consent } from "../consent.ts";
import { agreed, decide } from "../decide.ts";
import { foundIn, permissionRequest } from "../request.ts";
import { readConsent } from "../store.ts";
import type { ModuleRecord } from "../../extension/describe/record.ts";
import { consentFor } from "../installed/consented.ts";
import { assertAllowed, permitted, type PolicyRules, rulesFor } from "../policy/apply.ts";
import type { Policy } from "../policy/policy.ts";
import { readPolicy } from "../policy/read.ts";
import { leftToAsk, questionOf } from "../policy/question.ts";
import { answeredTool } from "../../repository/other_tool.ts";
import { baseFolders } from "../../repository/base_folders.ts";
import type { Repository } from "../../repository/repository.ts";
import { forgetLocalTypes } from "../types/local.ts";
import { assertOwnBundle } from "../installed/consented.ts";
import { type GrantRequest, grantRequired, type OnGrant } from "./grant_request.ts";

/** How the permissions of a module are decided beside what was granted before. */
export interface Admission {
  /**
   * Asks the person for permissions, and gives those that they leave out; throws for a no. Without it
   * they are refused.
   */
  onGrant?: OnGrant | undefined;
  /** Told what code was found to need and was not granted, where that stops no run. */
  onMissing?: ((request: GrantRequest) => void) | undefined;
  /** Granted for this once. */
  allow?: Permissions | undefined;
  /** Grants for this once what it asks for by these SDKs. */
  allowSdks?: readonly string[] | undefined;
  /** Grants for this once all that the module asks for. */
  allowRequested?: boolean | undefined;
  /** Asks for nothing and refuses nothing that is not granted: the module does without. */
  onlyGranted?: boolean | undefined;
}

/** A module that is to run: of a pulled extension, of the repository's own sources, or built in. */
export interface ModuleSubject {
  record: ModuleRecord & { recordDigest?: string | undefined };
  /** What its record is kept under. */
  key: string;
  /** The extension, or what stands for it where there is none. */
  name: string;
  /** The name under which decisions about sources of the repository's own are kept (`localName`). */
  kept: string;
  /** What it is called in a message about its bundle. */
  label: string;
  /** Whose schemas say what placeholders mean. */
  sources: readonly PlaceholderSource[];
}

/** What a module may do now. */
export interface Admitted extends Pick<ModuleRecord, "found"> {
  permissions: Permissions;
  /** What the policy denies, whatever was granted. */
  denied: Permissions;
  /** What the person agreed to; absent where nothing was asked. */
  consent?: Consent;
}

/** Says what a module may do now, see {@linkcode admit}. */
export type Admit = (subject: ModuleSubject, how?: Admission) => Promise<Admitted>;

/**
 * The one door to what runs: `work` finds the modules, and has each admitted before it starts. A module
 * may do what the person agreed to, what is granted for this once, and what the policy allows; never what
 * that denies. Whatever is in the repository is compared with their consent first: a repository can
 * bring records, bundles and lockfiles, but no consent.
 *
 * @param work is done again where what is here changed meanwhile
 * @throws SvcError `consent_required` when they never agreed; `consent_mismatch` when what is here is
 *   not what they agreed to; `permission_denied` for a grant of this once that the policy denies;
 *   `policy_invalid`, `config_exposed`; what `onGrant` and `work` throw.
 */
export async function admit<Result>(
  repository: Repository,
  work: (admit: Admit) => Promise<Result>,
): Promise<Result> {
  // Also without a grant in sight: a policy that cannot be read may be the one that denies.
  const policy = await readPolicy(repository);
  const one: Admit = (subject, how) => admitModule(repository, subject, policy, how);
  try {
    return await work(one);
  } catch (error) {
    if (!isSvcError(error) || error.code !== "consent_mismatch") throw error;
    // An update may have come between reading the record and the bundle, and sources of the
    // repository's own can be bundled again.
    await forgetLocalTypes(repository);
    return await work(one);
  }
}

/**
 * The consent for a pulled module; undefined for another one, whose own sources svc bundled.
 *
 * @throws SvcError `consent_required`, `consent_mismatch` when what is here is something else
 */
export async function agreedTo(
  repository: Repository,
  { record, key, label }: Pick<ModuleSubject, "record" | "key" | "label">,
): Promise<Consent | undefined> {
  const { origin, extension, recordDigest } = record;
  if (origin === "pulled") {
    return await consentFor(repository, { extension: extension!, key, recordDigest });
  }
  if (origin === "local") await assertOwnBundle(repository, record, label);
  return undefined;
}

async function admitModule(
  repository: Repository,
  subject: ModuleSubject,
  policy: Policy | undefined,
  how: Admission = {},
): Promise<Admitted> {
  const { record, name } = subject;
  const places = baseFolders(repository);
  const consent = await agreedTo(repository, subject);
  const from = record.origin === "pulled" ? consent?.content?.serverUrl : record.origin;
  const rules = rulesFor(policy, { name, from });
  assertAllowed(how.allow ?? {}, rules, places);
  const granted = record.origin === "builtin"
    ? record.permissions
    : how.onlyGranted
    ? (consent ?? await readConsent(repository, subject.kept, "local"))?.permissions ?? {}
    : consent === undefined
    ? await grantedLocally(repository, subject, rules, how)
    : together(consent.permissions, requestedFor(consent, record, how), how.allow ?? {});
  // Of a pulled extension, what it asks for is in the consent: its record does not hold it.
  const found = consent?.requested === undefined ? {} : { found: foundIn(consent.requested) };
  const decided = consent ??
    (record.origin === "local" ? await readConsent(repository, subject.kept, "local") : undefined);
  return {
    ...found,
    permissions: permitted(granted, rules, places),
    denied: rules.deny,
    ...(decided === undefined ? {} : { consent: decided }),
  };
}

/** What is granted for this once of what a pulled extension asks for, when all of it is. */
function requestedFor(
  consent: Consent,
  record: ModuleRecord,
  { allowRequested = false, allowSdks = [] }: Admission,
): Permissions {
  const { permissions } = consent.requested ?? permissionRequest(record);
  return asPermissions(
    permissions.filter(({ sdk = "" }) => allowRequested || allowSdks.includes(sdk)),
  );
}

/**
 * Sources of the repository's own run without permissions as they are: the sandbox holds them. What
 * they ask for is granted once for the repository and extension, so that editing them asks again only
 * for more. What only the scan found stops no run.
 */
async function grantedLocally(
  repository: Repository,
  { record, name, kept, sources }: ModuleSubject,
  rules: PolicyRules,
  { onGrant, onMissing, allow = {}, allowRequested = false, allowSdks = [] }: Admission,
): Promise<Permissions> {
  const { extensionVersion: version = "", manifest = "" } = record;
  const before = await readConsent(repository, kept, "local");
  const places = baseFolders(repository);
  const wanted = permissionRequest(record);
  const context = { models: sources, before, rules, places };
  const { asked, granted } = leftToAsk(wanted, context);
  const ofThisRun = together(
    allow,
    asPermissions(asked.filter(({ sdk = "" }) => allowRequested || allowSdks.includes(sdk))),
  );
  const open = asked.filter((one) => !covers(ofThisRun, one, places));
  const stops = open.some(({ declared }) => declared);
  if (!stops && (onMissing === undefined || open.length === 0)) return together(granted, ofThisRun);
  const { computed, omitted, mentioned, ...question } = await questionOf(wanted, {
    ...context,
    places: { ...places, answered: await answeredTool(repository) },
  });
  const request: GrantRequest = {
    extension: name,
    version,
    manifest,
    asked: question.asked.filter((one) => !covers(ofThisRun, one, places)),
    computed,
    omitted,
    ...(mentioned === undefined ? {} : { mentioned }),
    more: before !== undefined,
  };
  if (!stops) {
    onMissing!(request);
    return together(granted, ofThisRun);
  }
  if (onGrant === undefined) throw grantRequired(request, "Run it in a terminal to be asked.");
  const without = asPermissions(await onGrant(request) ?? []);
  const yes = open.filter(({ kind, entry }) => !without[kind]?.includes(entry));
  // Modules of one extension may give a placeholder different values; each was agreed to.
  await decide(
    repository,
    { origin: "local", extension: kept, version },
    (now) => agreed(now, open, yes, sources),
  );
  return together(granted, asPermissions(yes), ofThisRun);
}
