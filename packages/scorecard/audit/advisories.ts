import type { AuditedDependency } from "@svc/core/wire";
import { isVulnerability } from "./verdict.ts";

/**
 * What is known against the dependencies of a version, a line each: vulnerabilities of any severity
 * that the audit reports, and what else blocks one. A dependency that could not be checked has none.
 */
export function advisoriesOf({ audited }: { audited: readonly AuditedDependency[] }): string[] {
  return audited.flatMap(({ registry, name, version, outcome, blockers, warnings }) =>
    [...outcome === "failed" ? blockers : [], ...warnings.filter(isVulnerability)]
      .map((text) => `${registry}:${name}@${version}: ${text}`)
  );
}
