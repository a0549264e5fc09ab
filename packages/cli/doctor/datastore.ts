import { namesDatastore } from "@svc/runtime/share";
import { useOptions } from "../datastore/use.ts";
import { type Located, maybeRepository } from "../frame/repository.ts";
import { failed, type Finding } from "./finding.ts";
import { progressFor } from "../frame/progress.ts";

/** Reports how the datastore of the repository is. One that nobody agreed to is not asked. */
export async function examineDatastore(at: Located): Promise<Finding> {
  try {
    const repository = await maybeRepository(at);
    if (repository === undefined) return passed("not in a repository");
    if (!namesDatastore(repository, at.host.env)) return passed(NONE);
    const { datastoreStatus } = await import("@svc/runtime/datastores");
    const status = await datastoreStatus(repository, await useOptions(silent(at)));
    const { source, type, path = type, healthy, message, hint } = status;
    if (source === undefined) return passed(NONE);
    const found = `${path}: ${message}`;
    if (healthy) return passed(found);
    return healthy === null
      ? { check: "datastore", outcome: "notRun", found, fix: "svc datastore sync" }
      : { check: "datastore", outcome: "failed", found, fix: hint ?? "svc datastore status" };
  } catch (error) {
    return failed("datastore", error);
  }
}

const NONE = "none: data stays on this machine";

function passed(found: string): Finding {
  return { check: "datastore", outcome: "passed", found };
}

/** Examining asks nothing and says nothing but its findings. */
function silent({ host }: Located): Parameters<typeof useOptions>[0] {
  const quiet = () => {};
  return {
    host,
    json: true,
    note: quiet,
    warn: quiet,
    progress: progressFor(host, false),
  };
}
