import { COLLECTIVE_ROWS } from "./collective_rows.ts";
import { EXTENSION_ROWS } from "./extension_rows.ts";
import { IDENTITY_ROWS } from "./identity_rows.ts";
import { LAB_ROWS } from "./lab_rows.ts";
import { OPERATOR_ROWS } from "./operator_rows.ts";
import { PUBLISHING_ROWS } from "./publishing_rows.ts";
import type { FixtureRow } from "./row.ts";
import { SERVICE_ROWS } from "./service_rows.ts";

/** The whole interface as spec and reference state it, chapter by chapter. */
export const FIXTURE: readonly FixtureRow[] = [
  // First: 'totp.delete' by the operator takes the mark.
  ...OPERATOR_ROWS,
  ...IDENTITY_ROWS,
  ...COLLECTIVE_ROWS,
  ...EXTENSION_ROWS,
  ...LAB_ROWS,
  ...SERVICE_ROWS,
  ...PUBLISHING_ROWS,
];

/** The scopes of spec §5.4, in its order. */
export const SPEC_SCOPES = [
  "extensions:push",
  "extensions:promote",
  "extensions:read",
  "extensions:*",
  "lab:read",
  "lab:write",
  "lab:*",
  "profile:read",
  "profile:write",
  "profile:*",
  "collective:read",
  "collective:write",
  "collective:*",
  "billing:manage",
  "feed:write",
  "notifications:read",
  "notifications:write",
  "notifications:*",
  "oauth:manage",
  "serve:*",
  "datastore:*",
  "vault:*",
] as const;
