import type { Scorecard } from "@svc/core/wire";
import { readTrust } from "@svc/scorecard/audit";
import { composeScorecard } from "@svc/scorecard/compose";
import { readFacts } from "@svc/scorecard/facts";
import type { Config } from "../../../platform/config/mod.ts";
import type { ExtensionRow } from "../../../access/store/extension_table.ts";
import type { VersionRow } from "../record/tables.ts";
import { storedVerification } from "./stored_verification.ts";

/** The columns a scorecard is composed from. */
export type ScoredExtension = Pick<
  ExtensionRow,
  "description" | "platforms" | "license" | "repository" | "verification"
>;

/**
 * Composes a version's scorecard under the current rubric from what is stored: the version's facts,
 * the extension's metadata as it stands now, the repository's verification (spec §2.6 rule 1).
 */
export function scorecardOf(
  config: Pick<Config, "provenance">,
  extension: ScoredExtension,
  version: Pick<VersionRow, "facts" | "trust" | "provenance_kind">,
): Scorecard {
  const verification = storedVerification(extension);
  return composeScorecard({
    audience: "server",
    facts: readFacts(version.facts),
    trust: readTrust(version.trust),
    package: {
      description: extension.description,
      platforms: JSON.parse(extension.platforms) as string[],
      license: extension.license,
      repository: extension.repository,
    },
    // An answer about another URL says nothing of this one.
    verification: verification?.url === extension.repository ? verification : null,
    ...(config.provenance ? { provenance: PROVENANCE[version.provenance_kind ?? "none"] } : {}),
  });
}

/** What a version's statement earns: it was verified when the version was published, or there is none. */
const PROVENANCE = {
  ci: { outcome: "passed", reason: "a job signed where this version came from" },
  key: { outcome: "passed", reason: "a registered key signed this version" },
  none: { outcome: "failed", reason: "no statement was published with this version" },
} as const;
