import type { PublisherProvider } from "@svc/core/wire";
import { storedList } from "../../platform/store/list.ts";
import type { PublisherTable } from "../../access/store/publishing_tables.ts";
import type { Selectable } from "kysely";
import { placeOf } from "./binding.ts";
import { type Job, PROVIDERS, shortened } from "./providers/mod.ts";
import { parseRefRule, takesRef } from "./ref_rule.ts";

/** A stored publisher. */
export type PublisherRow = Selectable<PublisherTable>;

/** A claim that is not as a publisher wants it: the caller's own, never what was wanted. */
export interface Difference {
  claim: string;
  value: string;
}

/** What becomes of a job at one publisher. */
export type Verdict =
  /** It fits; `version`: the one that its tag names, where the publisher asks for that. */
  | { kind: "fits"; version: string | null }
  | { kind: "differs"; differences: readonly Difference[] }
  /** The same place under another name. */
  | { kind: "renamed" }
  /** Another place that has taken the name. */
  | { kind: "replaced" };

/** Compares a job with a publisher of its issuer: ids, names, then each part, all of them whole. */
export function compare(publisher: PublisherRow, job: Job): Verdict {
  const provider = PROVIDERS[publisher.provider];
  if (provider.names === "claims") return compareClaims(publisher, job);
  const sameName = publisher.place === placeOf(publisher.provider, job.names);
  const sameIds = publisher.id_place === null
    ? undefined
    : publisher.id_place === placeOf(publisher.provider, job.ids);
  if (!sameName) {
    return sameIds === true && provider.namesAreUnique
      ? { kind: "renamed" }
      : { kind: "differs", differences: told(job.names) };
  }
  if (sameIds === false) {
    return provider.namesAreUnique
      ? { kind: "replaced" }
      : { kind: "differs", differences: told(job.ids) };
  }
  const differences = differingParts(publisher, job);
  const ref = takesRef(parseRefRule(publisher.ref_rule), job.ref);
  if (ref === false) {
    const value = job.ref === null ? "" : `${job.ref.kind} ${job.ref.name}`;
    differences.push({
      claim: job.ref?.isProtected === false ? "ref, ref_protected" : "ref",
      value,
    });
  }
  if (differences.length > 0 || ref === false) {
    return { kind: "differs", differences: short(differences) };
  }
  return { kind: "fits", version: ref.version };
}

function differingParts(publisher: PublisherRow, job: Job): Difference[] {
  const { parts } = PROVIDERS[publisher.provider];
  const differences: Difference[] = [];
  if (publisher.workflow !== null && job.runs?.(publisher.workflow) !== true) {
    differences.push(job.workflow ?? { claim: "workflow", value: "" });
  }
  if (parts.has("reusable") && job.calls?.(publisher.reusable) !== true) {
    differences.push(job.reusable ?? { claim: "reusable workflow", value: "" });
  }
  if (publisher.environment !== null && job.environment !== publisher.environment) {
    differences.push({ claim: "environment", value: job.environment ?? "" });
  }
  const events = storedList(publisher.events);
  if (events.length > 0 && !events.includes(job.event ?? "")) {
    differences.push({ claim: "event", value: job.event ?? "" });
  }
  if (publisher.runner_rule === "hosted" && !job.isHosted) {
    differences.push({ claim: "runner_environment", value: "self-hosted" });
  }
  return differences;
}

function compareClaims(publisher: PublisherRow, job: Job): Verdict {
  const wanted = { ...JSON.parse(publisher.names), ...JSON.parse(publisher.ids ?? "{}") };
  const names = Object.keys(wanted);
  const claims = job.claims ?? {};
  const differing = names.filter((name) =>
    !Object.hasOwn(claims, name) || claims[name] !== wanted[name]
  );
  // A row without conditions fits nobody.
  if (names.length > 0 && publisher.ids !== null && differing.length === 0) {
    return { kind: "fits", version: null };
  }
  return {
    kind: "differs",
    differences: short(differing.map((claim) => ({ claim, value: claims[claim] ?? "" }))),
  };
}

function told(fields: Readonly<Record<string, string>>): Difference[] {
  return short(Object.entries(fields).map(([claim, value]) => ({ claim, value })));
}

function short(differences: readonly Difference[]): Difference[] {
  return differences.map(({ claim, value }) => ({ claim, value: shortened(value) }));
}

/** What a job of a provider is found by. */
export function placesOf(provider: PublisherProvider, job: Job): { name: string; ids: string } {
  return { name: placeOf(provider, job.names), ids: placeOf(provider, job.ids) };
}
