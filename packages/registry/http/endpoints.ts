import { EXTENSION_ENDPOINTS } from "../extensions/endpoints.ts";
import { LAB_ENDPOINTS } from "../lab/endpoints.ts";
import { NOTIFICATION_ENDPOINTS } from "../notification/endpoints.ts";
import { health } from "./health.ts";
import type { Endpoint } from "./endpoint.ts";

/** Every endpoint: what the router mounts and OpenAPI describes. */
export const ENDPOINTS: readonly Endpoint[] = [
  health,
  ...EXTENSION_ENDPOINTS,
  ...LAB_ENDPOINTS,
  ...NOTIFICATION_ENDPOINTS,
];
