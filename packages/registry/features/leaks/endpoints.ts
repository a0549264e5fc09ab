import type { Endpoint } from "../../access/endpoint/endpoint.ts";
import { patterns } from "./patterns.ts";
import { report } from "./report.ts";

/** Keys that were found where others can read them. */
export const LEAK_ENDPOINTS: readonly Endpoint[] = [report, patterns];
