import { AUTH_ENDPOINTS } from "../auth/endpoints.ts";
import { BILLING_ENDPOINTS } from "../billing/endpoints.ts";
import { COLLECTIVE_ENDPOINTS } from "../collectives/endpoints.ts";
import { EXTENSION_ENDPOINTS } from "../extensions/endpoints.ts";
import { FEED_ENDPOINTS } from "../feed/endpoints.ts";
import { IDENTITY_ENDPOINTS } from "../identity/endpoints.ts";
import { LAB_ENDPOINTS } from "../lab/endpoints.ts";
import { NOTIFICATION_ENDPOINTS } from "../notification/endpoints.ts";
import { OAUTH_ENDPOINTS } from "../oauth/endpoints.ts";
import { PROFILE_ENDPOINTS } from "../profile/endpoints.ts";
import { SERVE_ENDPOINTS } from "../serve/endpoints.ts";
import { TOKEN_ENDPOINTS } from "../tokens/endpoints.ts";
import { health } from "./health.ts";
import { openapi } from "./openapi/endpoint.ts";
import type { Endpoint } from "./endpoint.ts";

/** Every endpoint: what the router mounts and OpenAPI describes. */
export const ENDPOINTS: readonly Endpoint[] = [
  health,
  openapi,
  ...IDENTITY_ENDPOINTS,
  ...AUTH_ENDPOINTS,
  ...COLLECTIVE_ENDPOINTS,
  ...TOKEN_ENDPOINTS,
  ...EXTENSION_ENDPOINTS,
  ...LAB_ENDPOINTS,
  ...PROFILE_ENDPOINTS,
  ...FEED_ENDPOINTS,
  ...NOTIFICATION_ENDPOINTS,
  ...BILLING_ENDPOINTS,
  ...OAUTH_ENDPOINTS,
  ...SERVE_ENDPOINTS,
];
