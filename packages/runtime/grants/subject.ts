import { SvcError } from "@svc/core/error";
import type { PlaceholderSource } from "@svc/core/permission";
import { normalizeType } from "@svc/core/type";
import { visibleName } from "@svc/core/text";
import type { Consent } from "../consent/consent.ts";
import { localName } from "../consent/decide.ts";
import { type PermissionRequest, permissionRequest } from "../consent/request.ts";
import { listConsents, readConsent } from "../consent/store.ts";
import type { TypeRecord } from "../describe/record.ts";
import { type InstalledExtension, listInstalled } from "../installed/list.ts";
import { isInstalled } from "../installed/ready.ts";
import { listRecords } from "../installed/records.ts";
import type { PolicySubject } from "../policy/policy.ts";
import type { Repository } from "../repository/repository.ts";
import { localTypes } from "../types/local.ts";

/** Something that a person grants permissions to, or takes them from. */
export interface GrantSubject {
  /** The extension, or the type where it belongs to none. */
  name: string;
  origin: "pulled" | "local";
  version: string;
  /** Its types, normalized. */
  types: string[];
  /** What it asks for. */
  request: PermissionRequest;
  /** Whose arguments say what placeholders mean. */
  models: readonly PlaceholderSource[];
  /** What the person decided; undefined when they never did, or for other content than lies here. */
  consent: Consent | undefined;
  /** The name under which that is kept. */
  kept: string;
  policy: PolicySubject;
}

/** Every extension of a repository, and every type of its own that belongs to none, sorted by name. */
export async function listSubjects(repository: Repository): Promise<GrantSubject[]> {
  const records = await listRecords(repository);
  const pulled = (await listInstalled(repository)).map((entry) =>
    pulledSubject(
      repository,
      entry,
      [...records].filter(([, record]) => record.extension === entry.name),
    )
  );
  const { types } = await localTypes(repository);
  const own = Object.groupBy(
    Object.entries(types),
    ([type, { extension }]) => localName({ extension, type }),
  );
  const local = Object.entries(own).map(([kept, all]) => localSubject(repository, kept, all!));
  return (await Promise.all([...local, ...pulled])).sort((a, b) =>
    a.name < b.name ? -1 : a.name > b.name ? 1 : a.origin < b.origin ? -1 : 1
  );
}

/**
 * The extension of that name, or the type of the repository's own, or the extension of a type. The
 * repository's own sources come before what was pulled, as they do at a run.
 *
 * @throws SvcError `not_found`
 */
export async function findSubject(repository: Repository, text: string): Promise<GrantSubject> {
  const subjects = await listSubjects(repository);
  const type = normalizeType(text);
  const found = subjects.find(({ name }) => name === text) ??
    subjects.find(({ name }) => name === type) ??
    subjects.find(({ types }) => types.includes(type));
  if (found !== undefined) return found;
  const known = subjects.map(({ name }) => name).join(", ");
  throw new SvcError("not_found", `There is no extension ${visibleName(text)} in this repository`, {
    hint: known === ""
      ? "Pull one first: svc extension pull @collective/name"
      : `There are ${known}. What comes with svc needs no grant.`,
  });
}

async function pulledSubject(
  repository: Repository,
  entry: InstalledExtension,
  records: readonly [type: string, record: TypeRecord][],
): Promise<GrantSubject> {
  const { name, version } = entry;
  let consent: Consent | undefined;
  for (const one of await listConsents(repository, name)) {
    if (await isInstalled(repository, one, entry)) consent ??= one;
  }
  const [, record] = records[0] ?? [];
  return {
    name,
    origin: "pulled",
    version,
    types: records.map(([type]) => type),
    // What lies in the repository may have been edited; what the consent holds was read from the archive.
    request: consent?.requested ?? permissionRequest(record?.permissions ?? {}),
    models: records.map(([, { model }]) => model),
    consent,
    kept: name,
    policy: { name, from: consent?.content?.serverUrl },
  };
}

async function localSubject(
  repository: Repository,
  kept: string,
  records: readonly [type: string, record: TypeRecord][],
): Promise<GrantSubject> {
  const [type, first] = records[0]!;
  const name = first.extension ?? type;
  return {
    name,
    origin: "local",
    version: first.extensionVersion ?? first.model.version,
    types: records.map(([type]) => type),
    request: permissionRequest(
      first.permissions,
      records.flatMap(([, { found = [] }]) => found),
    ),
    models: records.map(([, { model }]) => model),
    consent: await readConsent(repository, kept, "local"),
    kept,
    policy: { name, from: "local" },
  };
}
