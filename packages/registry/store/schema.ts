import type { AuthTables } from "../auth/tables.ts";
import type { BillingTables } from "../billing/tables.ts";
import type { CollectiveTables } from "../collectives/tables.ts";
import type { FeedTables } from "../feed/tables.ts";
import type { LabTables } from "../lab/tables.ts";
import type { NotificationTables } from "../notification/tables.ts";
import type { OAuthTables } from "../oauth/tables.ts";
import type { ProfileTables } from "../profile/tables.ts";
import type { ServeTables } from "../serve/tables.ts";
import type { ExtensionTables } from "./tables.ts";

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
