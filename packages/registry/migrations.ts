import type { Migration } from "kysely/migration";
import { archives } from "./features/extensions/archive/migration.ts";
import { billing } from "./features/billing/migration.ts";
import { commits } from "./platform/store/migration_commits.ts";
import { dependents } from "./features/extensions/dependents/migration.ts";
import { extensions } from "./features/extensions/record/migration.ts";
import { contentCounts } from "./features/extensions/record/migration_contents.ts";
import { record } from "./features/extensions/record/migration_record.ts";
import { scoring } from "./features/extensions/score/migration.ts";
import { archiveFolder } from "./platform/services/shared_folder.ts";
import { feed } from "./features/feed/migration.ts";
import { nameDecisions } from "./access/name/migration.ts";
import { identity } from "./access/store/migration.ts";
import { deadJobs } from "./platform/jobs/migration_dead.ts";
import { jobs } from "./platform/jobs/migration.ts";
import { jobTrace } from "./platform/jobs/migration_trace.ts";
import { lostCommits } from "./platform/store/migration_lost_commits.ts";
import { lab } from "./features/lab/migration.ts";
import { labSearch } from "./features/lab/migration_search.ts";
import { invitationLink } from "./features/collectives/migration_link.ts";
import { mail } from "./features/mail/migration.ts";
import { notice, noticeOfChange } from "./access/store/migration_notice.ts";
import { notification } from "./features/notification/migration.ts";
import { notificationUnread } from "./features/notification/migration_unread.ts";
import { operating } from "./features/operating/migration.ts";
import { rate } from "./access/rate/migration.ts";
import { oauth } from "./features/oauth/migration.ts";
import { oauthBootstrap } from "./features/oauth/migration_bootstrap.ts";
import { oauthServers } from "./features/oauth/migration_servers.ts";
import { person } from "./features/person/migration.ts";
import { profile } from "./features/profile/migration.ts";
import { mirror } from "./features/extensions/mirror/migration.ts";
import { search } from "./features/extensions/index/migration.ts";
import { searchEntry } from "./features/extensions/index/migration_entry.ts";
import { searchOrder } from "./features/extensions/index/migration_order.ts";
import { searchOrderUnused } from "./features/extensions/index/migration_order_unused.ts";
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
  "0020_dependents": dependents,
  "0021_search_order": searchOrder,
  "0022_mail": mail,
  "0023_invitation_link": invitationLink,
  "0025_operate": operating,
  "0026_search_entry": searchEntry,
  "0027_dead_jobs": deadJobs,
  "0028_archive": archives,
  "0028_commits": commits,
  "0030_notice": notice,
  "0031_rate": rate,
  "0031_shared_folder": archiveFolder,
  "0032_mirror": mirror,
  "0033_search_order_unused": searchOrderUnused,
  "0034_notice_of_change": noticeOfChange,
  "0035_person": person,
  "0036_job_trace": jobTrace,
  "0037_lost_commits": lostCommits,
  "0038_oauth_servers": oauthServers,
  "0039_name_decision": nameDecisions,
  "0040_content_counts": contentCounts,
};
