import type { Endpoint } from "../http/endpoint.ts";
import { metricsEndpoint } from "./service/metrics.ts";
import { openapiEndpoint } from "../openapi/endpoint.ts";
import { READ_ENDPOINTS } from "./reads/endpoints.ts";
import { RUN_ENDPOINTS } from "./runs/endpoints.ts";
import { SERVICE_ENDPOINTS } from "./service/endpoints.ts";
import { TRIGGER_ENDPOINTS } from "./triggers/endpoints.ts";

/** The handlers of all rooms. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...SERVICE_ENDPOINTS,
  metricsEndpoint,
  ...READ_ENDPOINTS,
  ...RUN_ENDPOINTS,
  ...TRIGGER_ENDPOINTS,
  openapiEndpoint(() => ENDPOINTS),
];
