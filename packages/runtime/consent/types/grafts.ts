import type { ModelDescriptor } from "@svc/core/descriptor";
import { covers, graftMeaning, type Grant } from "@svc/core/permission";
import { normalizeType } from "@svc/core/type";
import type { Consent } from "../consent.ts";
import { meanings } from "../status.ts";
import { listConsents } from "../store.ts";
import type { GraftRecord } from "../../extension/describe/record.ts";
import { isSameCollective, type ModuleOwner, ownerOf } from "../installed/owner.ts";
import { listGrafts, type PulledGraft } from "../installed/records.ts";
import { isDenied, permitted, rulesFor } from "../policy/apply.ts";
import { readPolicy } from "../policy/read.ts";
import type { Repository } from "../../repository/repository.ts";
import type { GraftState, LocalTypes, ResolvedGraft, ResolvedType } from "./resolved.ts";

/** A module that adds to a type, before it is known which of its names count. */
type Candidate = Omit<ResolvedGraft, "methods" | "checks">;

/**
 * A type with what other modules add to it: those of the repository's own sources, then pulled ones that
 * the person agreed to and granted that, where the type is of another collective. What the type has
 * already stays as it is; what is left out is said in `warnings` (extension format reference §3.1).
 */
export async function withGrafts(
  repository: Repository,
  resolved: ResolvedType,
  local: LocalTypes,
): Promise<ResolvedType> {
  const type = resolved.type.normalized;
  const pulled = await listGrafts(repository, type);
  const target = pulled.length === 0 ? undefined : await ownerOf(repository, type, resolved);
  const candidates = [
    ...local.grafts.filter(({ graft }) => normalizeType(graft.type) === type).map(ofOwnSources),
    ...await Promise.all(
      pulled.map((record) => ofPulled(repository, record, { type, ...target! })),
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
  const graft = resolved.grafts?.find((one) =>
    one.state === "used" && one.methods.includes(method)
  );
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
  return { record, name, key: `graft:${name}`, state: "used" };
}

async function ofPulled(
  repository: Repository,
  { key, recordDigest, ...record }: PulledGraft,
  target: ModuleOwner & { type: string },
): Promise<Candidate> {
  const { extension } = record;
  const consents = await listConsents(repository, extension);
  const consent = consents.find(({ content }) => content?.types[key] === recordDigest);
  const state = consent === undefined ? "not_agreed" : await stateOf(repository, consent, target);
  return { record, key, recordDigest, name: extension, state };
}

/** Whether a module that the person agreed to run may act on the type of another. */
async function stateOf(
  repository: Repository,
  { extension, content, permissions, shown }: Consent,
  { type, ...target }: ModuleOwner & { type: string },
): Promise<GraftState> {
  const from = content?.serverUrl;
  if (isSameCollective({ origin: "pulled", extension, serverUrl: from }, target)) return "used";
  const grant: Grant = { kind: "graft", entry: type };
  const rules = rulesFor(await readPolicy(repository), { name: extension, from });
  if (isDenied(grant, rules.deny)) return "denied";
  if (covers(permitted(permissions, rules), grant)) return "used";
  return meanings(grant, []).every((line) => shown.includes(line)) ? "not_granted" : "not_asked";
}

function merged(resolved: ResolvedType, candidates: readonly Candidate[]): ResolvedType {
  const { model } = resolved;
  const methods = added(model.methods);
  const checks = added(model.checks ?? []);
  const outputs = added(model.dataOutputSpecs.map((spec) => ({ ...spec, name: spec.specName })));
  const warnings: string[] = [];
  const grafts = candidates.map((candidate): ResolvedGraft => {
    const { record: { graft }, name, state } = candidate;
    if (state !== "used") {
      const { problem, hint } = whyUnused(state, name, resolved.type.normalized);
      warnings.push(
        `${name} adds to ${resolved.type.normalized}, but ${problem}: nothing of it is used. ${hint}`,
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

/** Why nothing of a module is used, and what changes that. */
export function whyUnused(
  state: Exclude<GraftState, "used">,
  extension: string,
  type: string,
): { problem: string; hint: string } {
  const grant = `'svc extension grant ${extension} graft:${type}'`;
  switch (state) {
    case "not_agreed":
      return {
        problem: "you have not agreed to run its current files",
        hint: "'svc extension install' shows the requested permissions and asks you.",
      };
    case "not_asked":
      return {
        problem: "it belongs to another collective, and you were not asked whether it may",
        hint: `It ${graftMeaning(type)}. ${grant} allows that; ` +
          `'svc extension revoke ${extension} graft:${type}' leaves it out.`,
      };
    case "not_granted":
      return { problem: "you have not granted that", hint: `${grant} does.` };
    case "denied":
      return { problem: "the policy denies that", hint: "Ask the author of the policy." };
  }
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
