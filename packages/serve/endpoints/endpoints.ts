import { type OperationKey, OPERATIONS } from "../api/table.ts";
import type { Endpoint } from "../http/endpoint.ts";
import type { Handlers } from "../router/answer.ts";
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

/**
 * The handlers by their rows.
 *
 * @throws Error when a row has no handler, a handler has no row, or two handlers share a row: the
 *   server does not start.
 */
export function handlers(endpoints: readonly Endpoint[] = ENDPOINTS): Handlers {
  const keys = endpoints.map(({ key }) => key);
  const rows = Object.keys(OPERATIONS) as OperationKey[];
  const problems = [
    ...keys.filter((key, index) => keys.indexOf(key) !== index)
      .map((key) => `two handlers for ${key}`),
    ...rows.filter((key) => !keys.includes(key)).map((key) => `no handler for ${key}`),
    ...keys.filter((key) => !Object.hasOwn(OPERATIONS, key)).map((key) => `no row for ${key}`),
  ];
  if (problems.length > 0) throw new Error(`table and handlers disagree: ${problems.join("; ")}`);
  return new Map(endpoints.map((endpoint) => [endpoint.key, endpoint]));
}
