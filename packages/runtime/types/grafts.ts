import type { ModelDescriptor } from "@svc/core/descriptor";
import { normalizeType } from "@svc/core/type";
import { listConsents } from "../consent/store.ts";
import type { GraftRecord } from "../describe/record.ts";
import { listGrafts, type PulledGraft } from "../installed/records.ts";
import type { Repository } from "../repository/repository.ts";
import type { LocalTypes, ResolvedGraft, ResolvedType } from "./resolved.ts";

/** A module that adds to a type, before it is known what of it counts. */
type Candidate = Omit<ResolvedGraft, "methods" | "checks">;

/**
 * A type with what other modules add to it: those of the repository's own sources, then pulled ones that
 * the person agreed to. What the type has already stays as it is; what is left out is said in
 * `warnings` (extension format reference §3.1).
 */
export async function withGrafts(
  repository: Repository,
  resolved: ResolvedType,
  local: LocalTypes,
): Promise<ResolvedType> {
  const type = resolved.type.normalized;
  const candidates = [
    ...local.grafts.filter(({ graft }) => normalizeType(graft.type) === type).map(ofOwnSources),
    ...await Promise.all(
      (await listGrafts(repository, type)).map((record) => ofPulled(repository, record)),
    ),
  ];
  return candidates.length === 0 ? resolved : merged(resolved, candidates);
}

/** The names of the modules that add to a type, whether it is there or not. */
export async function graftsOnto(
  repository: Repository,
  type: string,
  local: LocalTypes,
): Promise<string[]> {
  const own = local.grafts.filter(({ graft }) => normalizeType(graft.type) === type);
  return [
    ...own.map((record) => ofOwnSources(record).name),
    ...(await listGrafts(repository, type)).map(({ extension }) => extension),
  ];
}

/** The name of a graft of the repository's own sources: its extension's, else its file's. */
export function ownGraftName({ extension, graft }: GraftRecord): string {
  return extension ?? `extensions/models/${graft.file}`;
}

/**
 * The module that runs a method of a type, as the type that it runs for: its own bundle, permissions and
 * files, with the arguments and data of the type.
 */
export function partFor(resolved: ResolvedType, method: string): ResolvedType {
  const graft = resolved.grafts?.find((one) => one.agreed && one.methods.includes(method));
  return graft === undefined ? resolved : partOf(resolved, graft);
}

/** A graft's module, standing for the type it adds to. */
export function partOf(resolved: ResolvedType, graft: ResolvedGraft): ResolvedType {
  const { graft: added, ...module } = graft.record;
  const own = resolved.outputs ?? resolved.model.dataOutputSpecs;
  const names = new Set(own.map(({ specName }) => specName));
  return {
    ...module,
    type: resolved.type,
    model: resolved.model,
    ...(graft.recordDigest === undefined ? {} : { recordDigest: graft.recordDigest }),
    outputs: [...own, ...added.dataOutputSpecs.filter(({ specName }) => !names.has(specName))],
    graft: { key: graft.key, name: graft.name, checks: graft.checks },
  };
}

function ofOwnSources(record: GraftRecord): Candidate {
  const name = ownGraftName(record);
  return { record, name, key: `graft:${name}`, agreed: true };
}

async function ofPulled(
  repository: Repository,
  { key, recordDigest, ...record }: PulledGraft,
): Promise<Candidate> {
  const { extension } = record;
  const consents = await listConsents(repository, extension);
  const agreed = consents.some(({ content }) => content?.types[key] === recordDigest);
  return { record, key, recordDigest, name: extension, agreed };
}

function merged(resolved: ResolvedType, candidates: readonly Candidate[]): ResolvedType {
  const { model } = resolved;
  const methods = added(model.methods);
  const checks = added(model.checks ?? []);
  const outputs = added(model.dataOutputSpecs.map((spec) => ({ ...spec, name: spec.specName })));
  const warnings: string[] = [];
  const grafts = candidates.map((candidate): ResolvedGraft => {
    const { record: { graft }, name, agreed } = candidate;
    if (!agreed) {
      warnings.push(
        `${name} adds to ${resolved.type.normalized}, but you have not agreed to run what is here ` +
          `of it: nothing of it is used. 'svc extension install' asks you.`,
      );
      return {
        ...candidate,
        methods: graft.methods.map(nameOf),
        checks: graft.checks?.map(nameOf) ?? [],
      };
    }
    const skipped = (what: string) => (twice: string) =>
      void warnings.push(
        `${name} adds the ${what} ${twice} to ${resolved.type.normalized}, which has one: skipped`,
      );
    const own = {
      methods: methods.add(graft.methods, skipped("method")),
      checks: checks.add(graft.checks ?? [], skipped("check")),
    };
    outputs.add(
      graft.dataOutputSpecs.map((spec) => ({ ...spec, name: spec.specName })),
      skipped("output"),
    );
    return { ...candidate, ...own };
  });
  const specs = outputs.all.map(({ name: _, ...spec }) => spec);
  return {
    ...resolved,
    model: {
      ...model,
      methods: methods.all,
      dataOutputSpecs: specs as ModelDescriptor["dataOutputSpecs"],
      ...(checks.all.length === 0 ? {} : { checks: checks.all }),
    },
    outputs: model.dataOutputSpecs,
    grafts,
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}

function nameOf({ name }: { name: string }): string {
  return name;
}

/** A list to which only new names are added. */
function added<Item extends { name: string }>(own: readonly Item[]): {
  all: Item[];
  /** Adds those with new names and gives these; the others are told. */
  add(more: readonly Item[], onTwice: (name: string) => void): string[];
} {
  const all = [...own];
  const names = new Set(own.map(nameOf));
  return {
    all,
    add(more, onTwice) {
      const fresh = more.filter((one) =>
        names.size !== names.add(one.name).size || onTwice(one.name)
      );
      all.push(...fresh);
      return fresh.map(nameOf);
    },
  };
}
