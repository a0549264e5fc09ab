import { SvcError } from "@svc/core/error";
import type { PlaceholderSource } from "@svc/core/permission";
import { normalizeType } from "@svc/core/type";
import { visibleName } from "@svc/core/text";
import type { Consent } from "../consent.ts";
import { localName } from "../decide.ts";
import { type PermissionRequest, permissionRequest, withGrafts } from "../request.ts";
import { listConsents, readConsent } from "../store.ts";
import type {
  GraftRecord,
  ModuleRecord,
  ProviderRecord,
  TypeRecord,
} from "../../extension/describe/record.ts";
import { type InstalledExtension, listInstalled } from "../installed/list.ts";
import { isInstalled } from "../installed/intact.ts";
import { graftNeeds } from "../installed/graft_needs.ts";
import { listAll, type PulledModuleRecord } from "../installed/records.ts";
import type { PolicySubject } from "../policy/policy.ts";
import type { Repository } from "../../repository/repository.ts";
import { ownGraftName } from "../types/grafts.ts";
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
  /** What the person decided; undefined when they never did, or for other content than is here. */
  consent: Consent | undefined;
  /** The name under which that is kept. */
  kept: string;
  policy: PolicySubject;
}

/** Every extension of a repository, and every type of its own that belongs to none, sorted by name. */
export async function listSubjects(repository: Repository): Promise<GrantSubject[]> {
  const records = [...await listAll(repository)];
  const { types, grafts, providers } = await localTypes(repository);
  const pulled = (await listInstalled(repository)).map((entry) =>
    pulledSubject(repository, entry, {
      records: records.filter(([, record]) => record.extension === entry.name),
      isOwnSource: (type) => Object.hasOwn(types, type),
    })
  );
  const own = Object.groupBy<string, OwnModule>(
    [
      ...Object.entries(types).map(([type, record]) => ({
        record,
        type,
        kept: localName({ extension: record.extension, type }),
      })),
      ...Object.entries(providers).map(([key, record]) => ({
        record,
        type: key.slice(key.indexOf(":") + 1),
        kept: localName({ extension: record.extension, type: key }),
      })),
      ...grafts.map((record) => ({
        record,
        kept: record.extension ?? `graft:${ownGraftName(record)}`,
      })),
    ],
    ({ kept }) => kept,
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
  throw new SvcError(
    "not_found",
    `Extension not found: There is no extension ${visibleName(text)} in this repository`,
    {
      hint: known === ""
        ? "Pull one first: svc extension pull @collective/name"
        : `There are ${known}. Extensions that come with svc need no grant.`,
    },
  );
}

async function pulledSubject(
  repository: Repository,
  entry: InstalledExtension,
  { records, isOwnSource }: {
    records: readonly [key: string, record: PulledModuleRecord][];
    isOwnSource: (type: string) => boolean;
  },
): Promise<GrantSubject> {
  const { name, version } = entry;
  let consent: Consent | undefined;
  for (const one of await listConsents(repository, name)) {
    if (await isInstalled(repository, one, entry)) consent ??= one;
  }
  const [, record] = records[0] ?? [];
  const grafts = await graftNeeds(
    repository,
    { extension: name, serverUrl: consent?.content?.serverUrl },
    records.flatMap(([, record]) => "graft" in record ? [record.graft] : []),
    isOwnSource,
  );
  const declared = record?.permissions ?? {};
  return {
    name,
    origin: "pulled",
    version,
    types: records.flatMap(([key, record]) => "model" in record ? [key] : []),
    // What is in the repository may have been edited; what the consent holds was read from the archive.
    request: withGrafts(
      consent?.requested ?? permissionRequest({ permissions: declared }),
      grafts,
      declared.graft,
    ),
    models: records.flatMap(([, record]) => sourceOf(record)),
    consent,
    kept: name,
    policy: { name, from: consent?.content?.serverUrl },
  };
}

/** Whose arguments or configuration say what placeholders of a module mean. */
function sourceOf(record: ModuleRecord | TypeRecord | ProviderRecord): PlaceholderSource[] {
  if ("model" in record) return [record.model];
  return "provider" in record ? [record.provider] : [];
}

/** A module of the repository's own sources. */
interface OwnModule {
  record: TypeRecord | GraftRecord | ProviderRecord;
  /** A type of behavior, vault or datastore, normalized; absent for what adds to a type. */
  type?: string;
  /** The name under which decisions about it are kept. */
  kept: string;
}

async function localSubject(
  repository: Repository,
  kept: string,
  modules: readonly OwnModule[],
): Promise<GrantSubject> {
  const [{ type, record: first }] = modules as [OwnModule];
  const records = modules.map(({ record }) => record);
  const models = records.flatMap(sourceOf);
  // What adds to a type is not found by that type's name: a grant would go to somebody else's code.
  const name = first.extension ?? type ?? ownGraftName(first as GraftRecord);
  return {
    name,
    origin: "local",
    version: first.extensionVersion ??
      ("model" in first ? first.model.version : ""),
    types: modules.flatMap((one) => one.type ?? []),
    request: permissionRequest({
      ...first,
      found: records.flatMap(({ found = [] }) => found),
    }),
    models,
    consent: await readConsent(repository, kept, "local"),
    kept,
    policy: { name, from: "local" },
  };
}
