import { isSvcError, SvcError } from "@svc/core/error";
import { shownChanges, shownPermissions } from "@svc/core/permission";
import type { Consent } from "../consent/consent.ts";
import { listConsents, readConsent, recordConsent } from "../consent/store.ts";
import { sha256Hex } from "../files/digest.ts";
import { contentProblem } from "../installed/ready.ts";
import type { Repository } from "../repository/repository.ts";
import { forgetLocalTypes } from "../types/local.ts";
import type { ResolvedType } from "../types/resolved.ts";
import { resolveType } from "../types/resolve.ts";

/** What a repository's own extension asks its user for before it runs. */
export interface GrantRequest {
  extension: string;
  version: string;
  /** The file that asks, relative to the repository. */
  manifest: string;
  /** Permissions that are not granted yet, one line each. */
  added: string[];
  /** True when some were granted before and these are new. */
  more: boolean;
}

/**
 * The type to run, with the permissions the person agreed to and no others. Whatever lies in the
 * repository is compared with their consent first: a repository can bring records, bundles and
 * lockfiles, but no consent.
 *
 * @param ask asks for the permissions of the repository's own sources, and throws on a no
 * @throws SvcError `unknown_type`; `consent_required` when they never agreed; `consent_mismatch` when
 *   what lies here is not what they agreed to; `config_exposed`.
 */
export async function admitType(
  repository: Repository,
  type: string,
  ask?: (request: GrantRequest) => Promise<void>,
): Promise<ResolvedType> {
  try {
    return await admit(repository, await resolveType(repository, type), ask);
  } catch (error) {
    if (!isSvcError(error) || error.code !== "consent_mismatch") throw error;
    // An update may have come between reading the record and the bundle, and sources of the
    // repository's own can be bundled again.
    await forgetLocalTypes(repository);
    return await admit(repository, await resolveType(repository, type), ask);
  }
}

async function admit(
  repository: Repository,
  resolved: ResolvedType,
  ask?: (request: GrantRequest) => Promise<void>,
): Promise<ResolvedType> {
  switch (resolved.origin) {
    case "builtin":
      return resolved;
    case "local":
      return await admitLocal(repository, resolved, ask);
    case "pulled":
      return await admitPulled(repository, resolved);
  }
}

async function admitPulled(repository: Repository, resolved: ResolvedType): Promise<ResolvedType> {
  const extension = resolved.extension!;
  const type = resolved.type.normalized;
  const consents = (await listConsents(repository, extension))
    .filter(({ content }) => content !== undefined);
  if (consents.length === 0) {
    throw new SvcError(
      "consent_required",
      `${extension} lies in this repository, but you have not agreed to run it here`,
      { hint: "Run 'svc extension install': it shows what is asked for and asks you." },
    );
  }
  const consent = consents.find(({ content }) => content!.types[type] === resolved.recordDigest);
  const problem = consent === undefined
    ? `the record of ${type}`
    : await contentProblem(repository, consent, type);
  if (consent !== undefined && problem === undefined) {
    return { ...resolved, permissions: consent.permissions };
  }
  throw new SvcError(
    "consent_mismatch",
    `What lies here of ${extension} is not what you agreed to run: ${problem}`,
    { hint: "Run 'svc extension install --force' to restore what the lockfile names." },
  );
}

/**
 * Sources of the repository's own run without permissions as they are: the sandbox holds them. What
 * they ask for is granted once for the repository and extension, so that editing them asks again only
 * for more.
 */
async function admitLocal(
  repository: Repository,
  resolved: ResolvedType,
  ask?: (request: GrantRequest) => Promise<void>,
): Promise<ResolvedType> {
  await assertBundle(repository, resolved);
  const { extension, extensionVersion: version = "", permissions, manifest = "" } = resolved;
  if (extension === undefined) return { ...resolved, permissions: {} };
  const consent = await readConsent(repository, extension, "local");
  const shown = shownPermissions(permissions, [resolved.model]);
  const { added } = shownChanges(consent?.shown ?? [], shown);
  if (added.length === 0) return resolved;
  const request = { extension, version, manifest, added, more: consent !== undefined };
  if (ask === undefined) throw grantRequired(request, "Run it on a terminal to be asked.");
  await ask(request);
  // Types of one extension may give a placeholder different hosts; each was agreed to.
  await grantLocal(repository, {
    extension,
    version,
    permissions,
    shown: [...new Set([...consent?.shown ?? [], ...shown])],
  });
  return resolved;
}

/** Keeps that the person granted permissions to an extension of the repository's own sources. */
export async function grantLocal(
  repository: Repository,
  grant: Pick<Consent, "extension" | "version" | "permissions" | "shown">,
): Promise<void> {
  await recordConsent(repository, { origin: "local", ...grant });
}

/** The refusal to run sources of the repository's own whose permissions nobody granted. */
export function grantRequired(request: GrantRequest, hint: string): SvcError {
  const { extension, manifest, added, more } = request;
  const what = more ? "now also asks for permissions" : "asks for permissions";
  return new SvcError(
    "consent_required",
    [`${extension} (${manifest}) ${what} that you have not granted in this repository:`]
      .concat(added.map((line) => `  ${line}`)).join("\n"),
    { hint },
  );
}

async function assertBundle(repository: Repository, resolved: ResolvedType): Promise<void> {
  const path = `${repository.state}/${resolved.folder}/${resolved.bundle}`;
  const bytes = await Deno.readFile(path).catch((error) => {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  });
  if (bytes !== undefined && await sha256Hex(bytes) === resolved.bundleDigest) return;
  throw new SvcError("consent_mismatch", `The bundle of ${resolved.type.raw} was changed`, {
    hint: "Delete .svc/types/_local.json to have it made again from your sources.",
  });
}
