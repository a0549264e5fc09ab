import { isSvcError } from "@svc/core/error";
import { minAgeOf } from "../extension/min_age.ts";
import {
  type InstalledState,
  installedStates,
  remarks,
  unasked,
} from "../extension/installed_state.ts";
import { type Located, maybeRepository } from "../frame/repository.ts";
import { failed, type Finding } from "./finding.ts";

const CHECK = { check: "extensions" } as const;

/**
 * Examines what is installed here: yanked versions and known advisories fail; what is deprecated, old or
 * not installed is advice. One batch of requests asks the registry.
 */
export async function examineExtensions(at: Located): Promise<Finding[]> {
  let all: InstalledState[];
  try {
    const repository = await maybeRepository(at);
    if (repository === undefined) {
      return [{ ...CHECK, outcome: "passed", found: "not in a repository" }];
    }
    const asking = { host: at.host, warn: () => {} };
    const minAge = await minAgeOf(undefined, repository);
    all = await installedStates(asking, repository, { minAge, ownOnly: true });
  } catch (error) {
    if (isSvcError(error)) return [failed("extensions", error)];
    throw error;
  }
  if (all.length === 0) return [{ ...CHECK, outcome: "passed", found: "none pulled" }];
  const findings = [
    ...all.flatMap(findingOf),
    ...unasked(all).map((reason): Finding => ({
      ...CHECK,
      outcome: "notRun",
      found: `could not contact the registry: ${reason}`,
    })),
  ];
  return findings.length > 0
    ? findings
    : [{ ...CHECK, outcome: "passed", found: `${all.length} pulled, none out of date` }];
}

function findingOf(one: InstalledState): Finding[] {
  const told = remarks(one).filter((text) => one.status !== "failed" || text !== "not known");
  if (told.length === 0) return [];
  const bad = one.yanked !== undefined || one.advisories !== undefined;
  const known = (one.advisories ?? []).map((line) => `; ${line}`).join("");
  return [{
    ...CHECK,
    outcome: bad ? "failed" : "passed",
    found: `${one.name} ${one.installedVersion}: ${told.join("; ")}${known}`,
    fix: fixOf(one),
  }];
}

function fixOf(
  { name, here, wantedVersion, deprecated, yanked, restriction, status, channel }: InstalledState,
): string {
  if (!here) return "svc extension install";
  if (wantedVersion) return `svc extension update ${name}`;
  if (restriction) return `svc extension rm ${name}`;
  if (deprecated?.supersededBy) return `svc extension pull ${deprecated.supersededBy}`;
  if (status === "not_found") return "svc auth whoami";
  if (status === "held_back" || !yanked) return `svc extension open ${name}`;
  return channel === "stable"
    ? `svc extension versions ${name}`
    : `svc extension versions ${name} --channel ${channel}`;
}
