import type { TypeOrigin } from "@svc/core/answer";
import type { JsonSchema, ProviderDescriptor } from "@svc/core/descriptor";
import { SvcError } from "@svc/core/error";
import { isRecord } from "@svc/core/json";
import { normalizeType } from "@svc/core/type";
import { localName } from "../consent/decide.ts";
import type { ProviderKind, ProviderRecord } from "../extension/describe/record.ts";
import { readTextIfPresent } from "../base/files/read.ts";
import { listInstalled } from "../consent/installed/list.ts";
import { notPulledHint } from "../consent/installed/not_pulled.ts";
import { extensionFolder } from "../consent/installed/folders.ts";
import { listProviderRecords, readProviderRecord } from "../consent/installed/records.ts";
import { providerKey } from "../consent/installed/record_keys.ts";
import { settled } from "../consent/installed/settle.ts";
import type { Repository } from "../repository/repository.ts";
import { localTypes } from "../consent/types/local.ts";

/** A type of vault or datastore as it is here: whether it may run is for its user's consent to say. */
export type FoundProvider = ProviderRecord & {
  /** Of a pulled one: SHA-256 of its record. */
  recordDigest?: string;
};

/** A type of vault or datastore, for people. */
export interface ProviderListing {
  /** Normalized. */
  type: string;
  name: string;
  description: string;
  origin: TypeOrigin;
  extension?: string;
  version?: string;
  /** What its configuration has to be; absent where it takes any. */
  configSchema?: JsonSchema;
}

/**
 * The type of vault or datastore of that name: of the repository's own sources, else pulled.
 *
 * @throws SvcError `unknown_type` with how to search for it and pull it.
 */
export async function findProvider(
  repository: Repository,
  kind: ProviderKind,
  text: string,
): Promise<FoundProvider> {
  const type = normalizeType(text);
  const { providers, failures } = await localTypes(repository);
  const key = providerKey(kind, type);
  const own = Object.hasOwn(providers, key) ? providers[key] : undefined;
  if (own !== undefined) return own;
  await settled(repository);
  const pulled = await readProviderRecord(repository, kind, type);
  if (pulled !== undefined) return pulled;
  throw await unknownProvider(repository, kind, type, failures);
}

/**
 * A type of vault or datastore that is here, whether it may run or not.
 *
 * @throws SvcError as {@linkcode findProvider} does
 */
export async function describeProviderType(
  repository: Repository,
  kind: ProviderKind,
  type: string,
): Promise<ProviderListing> {
  return listing(await findProvider(repository, kind, type));
}

/** Every type of vault or datastore here whose name or description contains `query`, sorted by type. */
export async function listProviderTypes(
  repository: Repository,
  kind: ProviderKind,
  query = "",
): Promise<{ query: string; results: ProviderListing[] }> {
  await settled(repository);
  const records = new Map<string, ProviderRecord>(await listProviderRecords(repository, kind));
  const { providers } = await localTypes(repository);
  for (const record of Object.values(providers)) {
    if (record.kind === kind) records.set(normalizeType(record.provider.type), record);
  }
  const wanted = query.trim().toLowerCase();
  return {
    query,
    results: [...records.values()].map(listing)
      .filter(({ type, name, description }) =>
        `${type} ${name} ${description}`.toLowerCase().includes(wanted)
      )
      .sort((a, b) => (a.type < b.type ? -1 : 1)),
  };
}

function listing({ provider, origin, extension, extensionVersion }: ProviderRecord) {
  const { type, name, description, configSchema } = provider;
  return {
    type: normalizeType(type),
    name,
    description,
    origin,
    ...(extension === undefined ? {} : { extension }),
    ...(extensionVersion === undefined ? {} : { version: extensionVersion }),
    ...(configSchema === undefined ? {} : { configSchema }),
  };
}

async function unknownProvider(
  repository: Repository,
  kind: ProviderKind,
  type: string,
  failures: readonly string[],
): Promise<SvcError> {
  const what = `There is no ${kind} type '${type}' here`;
  const older = await pulledBefore(repository, kind, type);
  if (older !== undefined) {
    return new SvcError("unknown_type", `${what}: an earlier svc pulled ${older} without it`, {
      hint: "Run 'svc extension install' to prepare it.",
    });
  }
  const { results } = await listProviderTypes(repository, kind);
  const known = results.map((one) => one.type).join(", ");
  const there = known === "" ? "" : `. There are: ${known}`;
  const broken = failures.length === 0
    ? ""
    : `\nThese sources of this repository could not be loaded:\n${failures.join("\n")}`;
  const words = type.replace(/^@?[^/]*\//, "").replaceAll("/", " ");
  const then = type.includes("/")
    ? "; then pull that"
    : "; the full name has a collective: @collective/name";
  return new SvcError("unknown_type", `${what}${there}${broken}`, {
    hint: await notPulledHint(repository, type) ??
      `Find the extension that has it with 'svc extension search ${words}'${then}.`,
  });
}

/** The pulled extension that declares the type and has no record of it: one that an earlier svc pulled. */
async function pulledBefore(
  repository: Repository,
  kind: ProviderKind,
  type: string,
): Promise<string | undefined> {
  for (const { name } of await listInstalled(repository)) {
    const text = await readTextIfPresent(
      `${repository.root}/${extensionFolder(name)}/descriptor.json`,
    );
    if (text !== undefined && declaredIn(text, kind).includes(type)) return name;
  }
  return undefined;
}

/** What is in a repository may be anything. */
function declaredIn(text: string, kind: ProviderKind): string[] {
  try {
    const descriptor: unknown = JSON.parse(text);
    const declared = isRecord(descriptor) ? descriptor[`${kind}s`] : undefined;
    if (!Array.isArray(declared)) return [];
    return declared.map((one: Partial<ProviderDescriptor>) => normalizeType(String(one?.type)));
  } catch {
    return [];
  }
}

/** The name under which decisions about it are kept where it is of the repository's own sources. */
export function keptName({ extension, kind, provider }: FoundProvider): string {
  return localName({ extension, type: providerKey(kind, provider.type) });
}
