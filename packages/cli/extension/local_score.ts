import { reasonOf } from "@svc/core/error";
import type { Scorecard } from "@svc/core/wire";
import { auditDependencies, LookupFailure, PUBLIC_SERVICES } from "@svc/scorecard/audit";
import { composeScorecard, type Composition } from "@svc/scorecard/compose";
import { analyse } from "@svc/scorecard/facts";
import type { Context } from "../frame/command.ts";
import type { Package } from "./package.ts";

/** Time for all dependency look-ups together, in milliseconds. */
const AUDIT_BUDGET_MS = 20_000;

/**
 * Scores an archive as the registry will, but for the points only the registry can award. The places
 * are those of the author's own files.
 *
 * @param provenance what the registry will find of a statement; undefined where it does not count
 */
export async function scoreLocally(
  { host, progress }: Pick<Context, "host" | "progress">,
  { archive, places }: Pick<Package, "archive" | "places">,
  provenance?: Composition["provenance"],
): Promise<Scorecard> {
  const [facts, trust] = await progress.phase("Scoring", () =>
    Promise.all([
      analyse(archive, { deno: Deno.execPath() }),
      auditDependencies(archive, {
        fetch: sayingWhy(host.env),
        osvUrl: host.env("SVC_OSV_URL") ?? PUBLIC_SERVICES.osvUrl,
        npmRegistryUrl: host.env("SVC_NPM_REGISTRY_URL") ?? PUBLIC_SERVICES.npmRegistryUrl,
        npmDownloadsUrl: host.env("SVC_NPM_DOWNLOADS_URL") ?? PUBLIC_SERVICES.npmDownloadsUrl,
        now: new Date(),
        budgetMs: AUDIT_BUDGET_MS,
      }),
    ]));
  const { description, platforms, license, repository } = archive.manifest;
  return places.scorecard(composeScorecard({
    audience: "client",
    facts,
    trust,
    package: {
      description: description ?? null,
      platforms,
      license: license ?? null,
      repository: repository ?? null,
    },
    verification: null,
    ...(provenance && { provenance }),
  }));
}

/** `fetch`, whose failure says why: at the registry that would show others how it is connected. */
function sayingWhy(env: Context["host"]["env"]): typeof fetch {
  return async (...request) => {
    try {
      return await fetch(...request);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      const { host } = new URL(String(request[0]));
      const reason = reasonOf(error, env);
      throw new LookupFailure("error", `${host} could not be reached: ${reason}`, error);
    }
  };
}
