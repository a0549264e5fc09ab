import { SvcError } from "@svc/core/error";
import type { Services } from "../../access/services.ts";
import type { RegistryLog } from "./registry_log.ts";

/** The registry's log. @throws SvcError `log_disabled` where there is none */
export function logOf({ registryLog }: Pick<Services, "registryLog">): RegistryLog {
  if (registryLog !== undefined) return registryLog;
  throw new SvcError("log_disabled", "This registry keeps no public log", {
    hint: "Its operator switches one on with SVC_LOG_KEY.",
  });
}
