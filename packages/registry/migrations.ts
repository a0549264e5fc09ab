import type { Migration } from "kysely/migration";
import { audit } from "./access/audit/migration.ts";
import { nameDecisions, skeletons } from "./access/name/migration.ts";
import { registryLog } from "./access/registry_log/migration.ts";
import { rate } from "./access/rate/migration.ts";
import { identity } from "./access/store/migration.ts";
import { device, factor, hold, passkey, secondFactor } from "./access/store/migration_factor.ts";
import { publishing, publishingSettings } from "./access/store/migration_publishing.ts";
import { notice } from "./access/store/migration_notice.ts";
import { billing } from "./features/billing/migration.ts";
import { claims } from "./features/claims/migration.ts";
import { archives } from "./features/extensions/archive/migration.ts";
import { dependents } from "./features/extensions/dependents/migration.ts";
import { search } from "./features/extensions/index/migration.ts";
import { mirror } from "./features/extensions/mirror/migration.ts";
import { pulls } from "./features/extensions/pulls/migration.ts";
import { staged } from "./features/extensions/record/migration_staged.ts";
import { restrictions } from "./features/extensions/record/migration_restriction.ts";
import { extensions } from "./features/extensions/record/migration.ts";
import { scoreBasis, scoreUnchecked } from "./features/extensions/score/migration.ts";
import { transfers } from "./features/extensions/transfer/migration.ts";
import { feed } from "./features/feed/migration.ts";
import { clientReleases } from "./features/install/migration.ts";
import { lab } from "./features/lab/migration.ts";
import { mail, mailDomains } from "./features/mail/migration.ts";
import { notification } from "./features/notification/migration.ts";
import { oauth } from "./features/oauth/migration.ts";
import { operating, operators, suspension } from "./features/operating/migration.ts";
import { person } from "./features/person/migration.ts";
import { profile } from "./features/profile/migration.ts";
import { provenance, provenanceKind } from "./features/extensions/provenance/migration.ts";
import { reports } from "./features/reports/migration.ts";
import { serve } from "./features/serve/migration.ts";
import { jobs } from "./platform/jobs/migration.ts";
import { archiveFolder } from "./platform/services/shared_folder.ts";
import { commits } from "./platform/store/migration_commits.ts";

/**
 * Every migration, one a feature, in the order they run. Append only: a name that has run never
 * changes. What ran before they had these names is in `earlier.ts`.
 */
export const MIGRATIONS = {
  "1001_identity": identity,
  "1002_extensions": extensions,
  "1003_score_basis": scoreBasis,
  "1004_search": search,
  "1005_dependents": dependents,
  "1006_archive": archives,
  "1007_mirror": mirror,
  "1008_jobs": jobs,
  "1009_lab": lab,
  "1010_profile": profile,
  "1011_feed": feed,
  "1012_notification": notification,
  "1013_billing": billing,
  "1014_oauth": oauth,
  "1015_serve": serve,
  "1016_mail": mail,
  "1017_operating": operating,
  "1018_commits": commits,
  "1019_rate": rate,
  "1020_shared_folder": archiveFolder,
  "1021_person": person,
  "1022_name_decision": nameDecisions,
  "1023_notice": notice,
  "1024_score_unchecked": scoreUnchecked,
  "1025_pulls": pulls,
  "1026_factor": factor,
  "1027_reports": reports,
  "1028_passkey": passkey,
  "1029_audit": audit,
  "1030_skeletons": skeletons,
  "1031_operators": operators,
  "1032_hold": hold,
  "1033_second_factor": secondFactor,
  "1034_device": device,
  "1035_restrictions": restrictions,
  "1036_transfers": transfers,
  "1037_suspension": suspension,
  "1038_claims": claims,
  "1039_mail_domains": mailDomains,
  "1041_publishing": publishing,
  "1042_publishing_settings": publishingSettings,
  "1044_registry_log": registryLog,
  "1047_staged": staged,
  "1050_provenance": provenance,
  "1051_provenance_kind": provenanceKind,
  "1059_client_releases": clientReleases,
} as const satisfies Readonly<Record<string, Migration>>;
