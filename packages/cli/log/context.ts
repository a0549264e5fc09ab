import { readPolicy } from "@svc/runtime/policy";
import type { Caller } from "../client/caller.ts";
import { type Asking, connect } from "../client/connect.ts";
import { maybeConfigFolder } from "../frame/config_folder.ts";
import type { Verifying } from "./verify.ts";

/** The registry in use and what its log is trusted by, for commands about logs. */
export async function logHere(asking: Asking): Promise<{ caller: Caller; verifying: Verifying }> {
  const { host, warn } = asking;
  const [config, policy] = [maybeConfigFolder(host), host.env("SVC_POLICY")];
  const place = { ...(config ? { config } : {}), ...(policy ? { policy } : {}) };
  const rules = (await readPolicy(place))?.log ?? { mode: "use" };
  const { caller } = await connect(asking);
  return { caller, verifying: { host, warn, rules } };
}
