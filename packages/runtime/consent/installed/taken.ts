import type { Descriptor } from "@svc/core/descriptor";
import { SvcError } from "@svc/core/error";
import { normalizeType } from "@svc/core/type";
import type { GraftRecord } from "../../extension/describe/record.ts";
import type { Repository } from "../../repository/repository.ts";
import { readLockfile } from "./lockfile.ts";
import { listGrafts, readProviderRecord, readRecord, readReportRecord } from "./records.ts";
import { graftKey } from "./record_keys.ts";

/** An extension that is to be installed, as far as the names go that it takes. */
export interface Claiming {
  name: string;
  descriptor: Descriptor;
}

/**
 * Refuses extensions that are to be installed together and take the same name or folder.
 *
 * @throws SvcError `conflict` naming both and what they share
 */
export function refuseShared(together: readonly Claiming[]): void {
  const claimed = new Map<string, string>();
  for (const { name, descriptor } of together) {
    const nested = [...new Set(claimed.values())].find((other) => sharesFolder(name, other));
    if (nested !== undefined) throw apart(name, nested, "share a folder");
    for (const claim of claimsOf(descriptor)) {
      const other = claimed.get(claim);
      if (other !== undefined && other !== name) throw apart(name, other, `both have ${claim}`);
      claimed.set(claim, name);
    }
    claimed.set(`the name ${name}`, name);
  }
}

function apart(name: string, other: string, what: string): SvcError {
  return new SvcError("conflict", `${other} and ${name}, which belong to this pull, ${what}`, {
    hint: "They cannot be used in the same repository. Tell their authors.",
  });
}

function claimsOf({ models, reports, vaults, datastores, grafts = [] }: Descriptor): string[] {
  return [
    ...models.map(({ type }) => `the type ${normalizeType(type)}`),
    ...reports.map(({ name }) => `the report ${name}`),
    ...vaults.map(({ type }) => `the type of vault ${normalizeType(type)}`),
    ...datastores.map(({ type }) => `the type of datastore ${normalizeType(type)}`),
    ...grafts.flatMap(({ type, methods = [], checks = [] }) => [
      ...methods.map(({ name }) => `the method ${name} of ${normalizeType(type)}`),
      ...checks.map(({ name }) => `the check ${name} of ${normalizeType(type)}`),
    ]),
  ];
}

function sharesFolder(name: string, other: string): boolean {
  return other.startsWith(`${name}/`) || name.startsWith(`${other}/`);
}

/**
 * Refuses an extension whose folder holds that of an installed one or is in it, as that of `@a/b`
 * holds that of `@a/b/c`: replacing one would take the other with it.
 *
 * @throws SvcError `conflict`
 */
export async function refuseNested(repository: Repository, name: string): Promise<void> {
  const nested = Object.keys(await readLockfile(repository)).find((other) =>
    sharesFolder(name, other)
  );
  if (nested === undefined) return;
  throw new SvcError("conflict", `${name} and ${nested}, which is installed, share a folder`, {
    hint: `Remove it with 'svc extension rm ${nested}' first.`,
  });
}

/**
 * Refuses a type, report, vault, datastore or addition whose name another installed extension has.
 *
 * @param together the names of all that are installed in this step: what they have now is replaced
 * @throws SvcError `conflict`; `describe_failed` for a name that is too long
 */
export async function refuseTakenNames(
  repository: Repository,
  { name, descriptor }: Claiming,
  together: ReadonlySet<string>,
): Promise<void> {
  const refuse = (what: string, taken: { extension: string } | undefined) =>
    taken === undefined || together.has(taken.extension) || refuseTaken(name, what, taken);
  for (const { type } of descriptor.models) {
    refuse(`${type} is a type`, await readRecord(repository, normalizeType(type)));
  }
  for (const { name: report } of descriptor.reports) {
    refuse(`${report} is a report`, await readReportRecord(repository, report));
  }
  for (const kind of ["vault", "datastore"] as const) {
    for (const { type } of descriptor[`${kind}s`]) {
      const taken = await readProviderRecord(repository, kind, type);
      refuse(`${type} is a type of ${kind}`, taken);
    }
  }
  for (const [index, graft] of (descriptor.grafts ?? []).entries()) {
    await refuseTakenAdditions(repository, { graft, extension: name }, index, together);
  }
}

/** What runs under the name of a method must not change with the pull of another extension. */
async function refuseTakenAdditions(
  repository: Repository,
  record: Pick<GraftRecord, "graft" | "extension"> & { extension: string },
  index: number,
  together: ReadonlySet<string>,
): Promise<void> {
  const { graft, extension } = record;
  const type = normalizeType(graft.type);
  if (encodeURIComponent(graftKey(record, index)).length > LONGEST_KEY) {
    throw new SvcError("describe_failed", `The name of the type ${type} is too long to add to`);
  }
  for (const other of await listGrafts(repository, type)) {
    for (const what of ["methods", "checks"] as const) {
      const names = new Set((other.graft[what] ?? []).map((one) => one.name));
      const twice = (graft[what] ?? []).find((one) => names.has(one.name));
      if (twice === undefined || together.has(other.extension)) continue;
      refuseTaken(extension, `${twice.name} of ${type} is one of the ${what}`, other);
    }
  }
}

/** Bytes of a file's name, less its ending. */
const LONGEST_KEY = 240;

function refuseTaken(name: string, what: string, taken: { extension: string }): void {
  if (taken.extension === name) return;
  throw new SvcError("conflict", `${what} of ${taken.extension}, which is installed`, {
    hint: `Remove it with 'svc extension rm ${taken.extension}' first.`,
  });
}
