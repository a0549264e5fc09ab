import type { Endpoint } from "../http/endpoint.ts";
import { openapiEndpoint } from "../openapi/endpoint.ts";
import { READ_ENDPOINTS } from "./reads/endpoints.ts";
import { events } from "./runs/events.ts";
import { cancel, get, list } from "./runs/read.ts";
import { start } from "./runs/start.ts";
import { SERVICE_ENDPOINTS } from "./service/endpoints.ts";
import { metricsEndpoint } from "./service/metrics.ts";
import { SCHEDULE_ENDPOINTS } from "./triggers/schedules.ts";
import { WEBHOOK_ENDPOINTS } from "./triggers/webhooks.ts";

/** The handlers of all rooms. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...SERVICE_ENDPOINTS,
  metricsEndpoint,
  ...READ_ENDPOINTS,
  ...[start, list, get, events, cancel],
  ...SCHEDULE_ENDPOINTS,
  ...WEBHOOK_ENDPOINTS,
  openapiEndpoint(() => ENDPOINTS),
];
