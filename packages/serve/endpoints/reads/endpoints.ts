import type { Endpoint } from "../../http/endpoint.ts";
import { BEHAVIOR_ENDPOINTS } from "./behaviors.ts";
import { DATA_ENDPOINTS } from "./data.ts";
import { HISTORY_ENDPOINTS } from "./history.ts";
import { REPORT_ENDPOINTS } from "./reports.ts";
import { TYPE_ENDPOINTS } from "./types.ts";

/** Everything that reads. A caller gets what the same command prints with `--json`, as far as they may see it. */
export const READ_ENDPOINTS: readonly Endpoint[] = [
  ...BEHAVIOR_ENDPOINTS,
  ...TYPE_ENDPOINTS,
  ...HISTORY_ENDPOINTS,
  ...DATA_ENDPOINTS,
  ...REPORT_ENDPOINTS,
];
