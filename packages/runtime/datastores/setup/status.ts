import { isSvcError } from "@svc/core/error";
import type { Repository } from "../../repository/repository.ts";
import { isAgreed } from "../configuration/agreement.ts";
import { isFilesystem } from "../configuration/configuration.ts";
import { readingsIn } from "../configuration/expressions.ts";
import { type ConfiguredDatastore, configuredDatastore } from "../configuration/configured.ts";
import { openFor, type UseOptions } from "../session/opened.ts";
import { healthOf } from "./check.ts";

/** What of `.svc` is shared. */
const SHARED_FOLDERS = ["data", "outputs"] as const;

/** `svc datastore status` (runtime reference 6.2). */
interface DatastoreStatus {
  /** `filesystem` for the repository's own `.svc`, too. */
  type: string;
  /** The folder, absolute; absent for a store that is none. */
  path?: string;
  /** What names it; absent when none is set up. */
  source?: ConfiguredDatastore["source"];
  /** What its configuration reads when it is used: `env.TOKEN`; absent when nothing. */
  reads?: string[];
  /** False for one that the person has not agreed to: it was not asked. */
  agreed: boolean;
  /** Null when it was not asked. */
  healthy: boolean | null;
  message: string;
  /** How to fix it, where that is known. */
  hint?: string;
  /** Milliseconds that its answer took. */
  latencyMs: number | null;
  directories: string[];
}

/**
 * How the datastore of a repository is. One that does not answer is a finding.
 *
 * @throws SvcError `validation_failed` for a configuration that cannot be read; `cancelled`
 */
export async function datastoreStatus(
  repository: Repository,
  options: UseOptions,
): Promise<DatastoreStatus> {
  const found = await configuredDatastore(repository, options.env);
  const directories = [...SHARED_FOLDERS];
  if (found === undefined) {
    return {
      type: "filesystem",
      path: repository.state,
      agreed: true,
      healthy: true,
      message: "no datastore is set up: data stays on this machine",
      latencyMs: 0,
      directories,
    };
  }
  const { configuration, source } = found;
  const reads = isFilesystem(configuration) ? [] : readingsIn(configuration.config);
  const place = {
    type: configuration.type,
    ...(isFilesystem(configuration) ? { path: configuration.path } : {}),
    ...(reads.length === 0 ? {} : { reads }),
    source,
  };
  if (!await isAgreed(repository, found)) {
    const message = "you have not agreed to it, so it was not checked";
    return { ...place, agreed: false, healthy: null, message, latencyMs: null, directories };
  }
  return { ...place, agreed: true, ...await health(repository, found, options), directories };
}

async function health(
  repository: Repository,
  found: ConfiguredDatastore,
  options: UseOptions,
): Promise<Pick<DatastoreStatus, "healthy" | "message" | "hint" | "latencyMs">> {
  const begun = performance.now();
  try {
    await using open = await openFor(repository, found, options);
    const { healthy, message, latencyMs } = await healthOf(open, options.signal);
    return { healthy, message, latencyMs };
  } catch (error) {
    if (!isSvcError(error) || error.code === "cancelled") throw error;
    const latencyMs = Math.round(performance.now() - begun);
    const hint = error.hint === undefined ? {} : { hint: error.hint };
    return { healthy: false, message: error.message, ...hint, latencyMs };
  }
}
