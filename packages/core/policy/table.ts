import { BILLING_POLICY } from "./billing.ts";
import { COLLECTIVE_POLICY } from "./collectives.ts";
import { EXTENSION_POLICY } from "./extensions.ts";
import { FEED_POLICY } from "./feed.ts";
import { IDENTITY_POLICY } from "./identity.ts";
import { LAB_POLICY } from "./lab.ts";
import { LOG_POLICY } from "./log.ts";
import { NOTIFICATION_POLICY } from "./notification.ts";
import { OAUTH_POLICY } from "./oauth.ts";
import { OPERATOR_POLICY } from "./operator.ts";
import { PROFILE_POLICY } from "./profile.ts";
import { PROVENANCE_POLICY } from "./provenance.ts";
import type { PolicyRow, WrittenRow } from "./row.ts";
import { PUBLISHING_POLICY } from "./publishing.ts";
import { SECURITY_POLICY } from "./security.ts";
import { SERVE_POLICY } from "./serve.ts";
import { STAGING_POLICY } from "./staging.ts";
import { TRANSFER_POLICY } from "./transfers.ts";

/** The policy table: every endpoint once, under the key its handler is mounted with (design §4). */
export const POLICY = rowsOf({
  ...IDENTITY_POLICY,
  ...SECURITY_POLICY,
  ...COLLECTIVE_POLICY,
  ...EXTENSION_POLICY,
  ...PUBLISHING_POLICY,
  ...TRANSFER_POLICY,
  ...PROVENANCE_POLICY,
  ...STAGING_POLICY,
  ...LAB_POLICY,
  ...LOG_POLICY,
  ...PROFILE_POLICY,
  ...FEED_POLICY,
  ...NOTIFICATION_POLICY,
  ...BILLING_POLICY,
  ...OAUTH_POLICY,
  ...SERVE_POLICY,
  ...OPERATOR_POLICY,
});

function rowsOf<const Rows extends Record<string, WrittenRow>>(written: Rows) {
  const rows = Object.entries(written).map(([key, { request, ...row }]) => {
    const [method, path] = request.split(" ");
    return [key, { ...row, method, path }];
  });
  return Object.fromEntries(rows) as {
    [Key in keyof Rows]: Omit<Rows[Key], "request"> & Pick<PolicyRow, "method" | "path">;
  };
}

/** The key of a policy row. */
export type PolicyKey = keyof typeof POLICY;

/** Every row with its key, in table order. */
export const POLICY_ROWS = Object.entries(POLICY) as readonly (readonly [PolicyKey, PolicyRow])[];
