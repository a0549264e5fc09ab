import { sharedAddress, tokenCreator } from "./access/store/earlier.ts";
import { noticeOfChange } from "./access/store/migration_notice.ts";
import { invitationLink } from "./features/collectives/earlier.ts";
import { searchOfEarlier } from "./features/extensions/index/migration.ts";
import {
  contentCounts,
  record,
  searchOrder,
  searchOrderUnused,
} from "./features/extensions/record/earlier.ts";
import { scoring } from "./features/extensions/score/earlier.ts";
import { labSearch } from "./features/lab/migration_search.ts";
import { oauthServers } from "./features/oauth/earlier.ts";
import { takedowns } from "./features/operating/earlier.ts";
import { serveClient } from "./features/serve/earlier.ts";
import { MIGRATIONS } from "./migrations.ts";
import { deadJobs, jobTrace } from "./platform/jobs/migration.ts";
import { countCommits, lostCommits } from "./platform/store/migration_commits.ts";
import type { EarlierMigration } from "./platform/store/earlier.ts";

const {
  "1005_dependents": dependents,
  "1006_archive": archives,
  "1007_mirror": mirror,
  "1016_mail": mail,
  "1019_rate": rate,
  "1020_shared_folder": archiveFolder,
  "1021_person": person,
  "1022_name_decision": nameDecisions,
  "1023_notice": notice,
} = MIGRATIONS;

/** A migration of before, with the one of now that has its tables. */
interface Earlier extends EarlierMigration {
  now: keyof typeof MIGRATIONS;
}

/**
 * The migrations of before there was one a feature, as a database names them. What has not run there
 * yet runs first; then it has all that {@link MIGRATIONS} make, and is said to have had these. Those
 * without `run` are what the first release had: no registry is older.
 */
export const EARLIER: Readonly<Record<string, Earlier>> = {
  "0001_identity": { now: "1001_identity" },
  "0002_extensions": { now: "1002_extensions" },
  "0003_search": { now: "1004_search" },
  "0004_jobs": { now: "1008_jobs" },
  "0005_lab": { now: "1009_lab" },
  "0006_profile": { now: "1010_profile" },
  "0007_feed": { now: "1011_feed" },
  "0008_notification": { now: "1012_notification" },
  "0009_billing": { now: "1013_billing" },
  "0010_serve": { now: "1015_serve" },
  "0011_oauth": { now: "1014_oauth" },
  "0012_oauth_bootstrap": { now: "1014_oauth" },
  "0013_notification_unread": { now: "1012_notification" },
  "0014_serve_client": { now: "1015_serve", run: serveClient },
  "0015_token_creator": { now: "1001_identity", run: tokenCreator },
  "0016_scoring": { now: "1008_jobs", run: scoring },
  "0017_record": { now: "1002_extensions", run: record },
  "0018_lab_search": { now: "1009_lab", run: labSearch },
  "0019_shared_address": { now: "1001_identity", run: sharedAddress },
  "0020_dependents": { now: "1005_dependents", run: dependents },
  "0021_search_order": { now: "1003_score_basis", run: searchOrder },
  "0022_mail": { now: "1016_mail", run: mail },
  "0023_invitation_link": { now: "1001_identity", run: invitationLink },
  "0025_operate": { now: "1017_operating", run: takedowns },
  "0026_search_entry": { now: "1004_search", run: searchOfEarlier },
  "0027_dead_jobs": { now: "1008_jobs", run: deadJobs },
  "0028_archive": { now: "1006_archive", run: archives },
  "0028_commits": { now: "1018_commits", run: countCommits },
  "0030_notice": { now: "1023_notice", run: notice },
  "0031_rate": { now: "1019_rate", run: rate },
  "0031_shared_folder": { now: "1020_shared_folder", run: archiveFolder },
  "0032_mirror": { now: "1007_mirror", run: mirror },
  "0033_search_order_unused": { now: "1002_extensions", run: searchOrderUnused },
  "0034_notice_of_change": { now: "1023_notice", run: noticeOfChange },
  "0035_person": { now: "1021_person", run: person },
  "0036_job_trace": { now: "1008_jobs", run: jobTrace },
  "0037_lost_commits": { now: "1018_commits", run: lostCommits },
  "0038_oauth_servers": { now: "1014_oauth", run: oauthServers },
  "0039_name_decision": { now: "1022_name_decision", run: nameDecisions },
  "0040_content_counts": { now: "1002_extensions", run: contentCounts },
};
