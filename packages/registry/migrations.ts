import type { Migration } from "kysely/migration";
import { billing } from "./features/billing/migration.ts";
import { extensions } from "./features/extensions/record/migration.ts";
import { record } from "./features/extensions/record/migration_record.ts";
import { scoring } from "./features/extensions/score/migration.ts";
import { feed } from "./features/feed/migration.ts";
import { identity } from "./access/store/migration.ts";
import { jobs } from "./platform/jobs/migration.ts";
import { lab } from "./features/lab/migration.ts";
import { labSearch } from "./features/lab/migration_search.ts";
import { notification } from "./features/notification/migration.ts";
import { notificationUnread } from "./features/notification/migration_unread.ts";
import { oauth } from "./features/oauth/migration.ts";
import { oauthBootstrap } from "./features/oauth/migration_bootstrap.ts";
import { profile } from "./features/profile/migration.ts";
import { search } from "./features/extensions/index/migration.ts";
import { sharedAddress } from "./access/store/migration_shared_address.ts";
import { tokenCreator } from "./access/store/migration_token_creator.ts";
import { serve } from "./features/serve/migration.ts";
import { serveClient } from "./features/serve/migration_client.ts";

/** Every migration, in the order they run. Append only: a name that has run never changes. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  "0001_identity": identity,
  "0002_extensions": extensions,
  "0003_search": search,
  "0004_jobs": jobs,
  "0005_lab": lab,
  "0006_profile": profile,
  "0007_feed": feed,
  "0008_notification": notification,
  "0009_billing": billing,
  "0010_serve": serve,
  "0011_oauth": oauth,
  "0012_oauth_bootstrap": oauthBootstrap,
  "0013_notification_unread": notificationUnread,
  "0014_serve_client": serveClient,
  "0015_token_creator": tokenCreator,
  "0016_scoring": scoring,
  "0017_record": record,
  "0018_lab_search": labSearch,
  "0019_shared_address": sharedAddress,
};
