import type { Endpoint } from "../../http/endpoint.ts";
import { events } from "./events.ts";
import { cancel, get, list } from "./read.ts";
import { start } from "./start.ts";

/** Everything about runs of this server. */
export const RUN_ENDPOINTS: readonly Endpoint[] = [start, list, get, events, cancel];
