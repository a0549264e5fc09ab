import type { Migration } from "kysely/migration";
import { billing } from "./billing.ts";
import { extensions } from "./extensions.ts";
import { feed } from "./feed.ts";
import { identity } from "./identity.ts";
import { jobs } from "./jobs.ts";
import { lab } from "./lab.ts";
import { notification } from "./notification.ts";
import { notificationUnread } from "./notification_unread.ts";
import { oauth } from "./oauth.ts";
import { oauthBootstrap } from "./oauth_bootstrap.ts";
import { profile } from "./profile.ts";
import { search } from "./search.ts";
import { serve } from "./serve.ts";

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
};
