import { type LogRules, readPolicy } from "@svc/runtime/policy";
import type { Repository } from "@svc/runtime/repository";
import { maybeConfigFolder } from "../frame/config_folder.ts";
import type { Host } from "../frame/host.ts";

/** Where a policy is looked for: in a repository, or for who works in none. */
export type PolicyPlace = Pick<Repository, "policy" | "config"> & { root?: string };

/** Where the policy of this machine is, for who works in no repository. */
export function policyPlace(host: Pick<Host, "env">): PolicyPlace {
  const [config, policy] = [maybeConfigFolder(host), host.env("SVC_POLICY")];
  return { ...(config ? { config } : {}), ...(policy ? { policy } : {}) };
}

/** What the policy of this machine says of logs. */
export async function logRules(place: PolicyPlace): Promise<LogRules> {
  return (await readPolicy(place))?.log ?? { mode: "use" };
}
