import type { AuthTables } from "../../access/store/credential_tables.ts";
import type { BillingTables } from "../../features/billing/tables.ts";
import type { CollectiveTables } from "../../access/store/collective_tables.ts";
import type { FeedTables } from "../../features/feed/tables.ts";
import type { LabTables } from "../../features/lab/tables.ts";
import type { NotificationTables } from "../../features/notification/tables.ts";
import type { OAuthTables } from "../../features/oauth/tables.ts";
import type { ProfileTables } from "../../features/profile/tables.ts";
import type { ServeTables } from "../../features/serve/tables.ts";
import type { ExtensionTables } from "../../features/extensions/record/tables.ts";

/** Every table of the store, for kysely. Search is kept apart, behind its own interface. */
export interface Schema
  extends
    AuthTables,
    BillingTables,
    CollectiveTables,
    ExtensionTables,
    FeedTables,
    LabTables,
    NotificationTables,
    OAuthTables,
    ProfileTables,
    ServeTables {}
