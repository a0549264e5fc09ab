import { IDENTITY_ENDPOINTS } from "./features/identity/endpoints.ts";
import { AUDIT_ENDPOINTS } from "./features/audit/endpoints.ts";
import { BILLING_ENDPOINTS } from "./features/billing/endpoints.ts";
import { CLAIM_ENDPOINTS } from "./features/claims/endpoints.ts";
import { COLLECTIVE_ENDPOINTS } from "./features/collectives/endpoints.ts";
import { EXTENSION_ENDPOINTS } from "./features/extensions/endpoints.ts";
import { FEED_ENDPOINTS } from "./features/feed/endpoints.ts";
import { LEAK_ENDPOINTS } from "./features/leaks/endpoints.ts";
import { LAB_ENDPOINTS } from "./features/lab/endpoints.ts";
import { LOG_ENDPOINTS } from "./features/registry_log/endpoints.ts";
import { NOTIFICATION_ENDPOINTS } from "./features/notification/endpoints.ts";
import { PASSKEY_ENDPOINTS } from "./features/passkey/mod.ts";
import { OAUTH_ENDPOINTS } from "./features/oauth/endpoints.ts";
import { OPERATOR_ENDPOINTS } from "./features/operator/endpoints.ts";
import { PROFILE_ENDPOINTS } from "./features/profile/endpoints.ts";
import { PUBLISHER_ENDPOINTS } from "./features/publishers/endpoints.ts";
import { PUBLISHING_ENDPOINTS } from "./features/publishing/endpoints.ts";
import { REPORT_ENDPOINTS } from "./features/reports/endpoints.ts";
import { SERVE_ENDPOINTS } from "./features/serve/endpoints.ts";
import { SIGNING_KEY_ENDPOINTS } from "./features/signing_keys/endpoints.ts";
import { STAGING_ENDPOINTS } from "./features/staging/endpoints.ts";
import { TOKEN_ENDPOINTS } from "./features/tokens/endpoints.ts";
import { health, openapi } from "./features/description/openapi.ts";
import { readiness } from "./features/operating/readiness.ts";
import type { Endpoint } from "./access/endpoint/endpoint.ts";

/** Every endpoint: what the router mounts and OpenAPI describes. */
export function createEndpoints(): readonly Endpoint[] {
  const endpoints: Endpoint[] = [];
  endpoints.push(
    health,
    readiness,
    openapi(endpoints),
    ...IDENTITY_ENDPOINTS,
    ...PASSKEY_ENDPOINTS,
    ...COLLECTIVE_ENDPOINTS,
    ...TOKEN_ENDPOINTS,
    ...SIGNING_KEY_ENDPOINTS,
    ...EXTENSION_ENDPOINTS,
    ...PUBLISHING_ENDPOINTS,
    ...PUBLISHER_ENDPOINTS,
    ...STAGING_ENDPOINTS,
    ...LAB_ENDPOINTS,
    ...LOG_ENDPOINTS,
    ...PROFILE_ENDPOINTS,
    ...FEED_ENDPOINTS,
    ...NOTIFICATION_ENDPOINTS,
    ...BILLING_ENDPOINTS,
    ...OAUTH_ENDPOINTS,
    ...SERVE_ENDPOINTS,
    ...LEAK_ENDPOINTS,
    ...REPORT_ENDPOINTS,
    ...CLAIM_ENDPOINTS,
    ...AUDIT_ENDPOINTS,
    ...OPERATOR_ENDPOINTS,
  );
  return endpoints;
}
