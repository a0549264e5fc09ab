import type { Services } from "../../access/services.ts";
import type {} from "../extensions/pulls/tables.ts";
import type {} from "../../access/audit/table.ts";
import type {} from "../extensions/record/staged_tables.ts";
import type {} from "../feed/tables.ts";
import type {} from "../lab/tables.ts";
import type {} from "../mail/tables.ts";
import type {} from "../notification/tables.ts";
import type {} from "../oauth/tables.ts";
import type {} from "../profile/tables.ts";
import type {} from "../reports/tables.ts";
import type {} from "../serve/tables.ts";

/**
 * Everything the registry holds about a person, by what it is. Secrets are not in it: they are
 * stored as hashes, and a copy of those would only be a danger.
 */
export async function exportPerson(
  { db, config, now }: Pick<Services, "db" | "config" | "now">,
  userId: string,
): Promise<Record<string, unknown>> {
  const account = await db.selectFrom("user")
    .select(["id", "username", "name", "email", "emailVerified", "createdAt", "updatedAt"])
    .where("id", "=", userId).executeTakeFirstOrThrow();
  return {
    registry: config.baseUrl,
    exportedAt: now().toISOString(),
    account: { ...account, emailVerified: Boolean(account.emailVerified) },
    profile: await db.selectFrom("profile")
      .select(["display_name", "bio", "url", "location", "updated_at"])
      .where("subject_kind", "=", "user").where("subject_id", "=", userId).executeTakeFirst() ??
      null,
    collectives: await db.selectFrom("collective_member as member")
      .innerJoin("collective", "collective.id", "member.collective_id")
      .select(["collective.slug", "collective.personal", "member.role", "member.created_at"])
      .where("member.user_id", "=", userId).orderBy("collective.slug").execute(),
    invitationsReceived: await db.selectFrom("collective_invitation as invitation")
      .innerJoin("collective", "collective.id", "invitation.collective_id")
      .select(["collective.slug", "invitation.role", "invitation.created_at"])
      .where("invitation.user_id", "=", userId).execute(),
    invitationsMade: await db.selectFrom("collective_invitation as invitation")
      .innerJoin("collective", "collective.id", "invitation.collective_id")
      .select(["collective.slug", "invitation.role", "invitation.email", "invitation.created_at"])
      .where("invitation.invited_by", "=", userId).execute(),
    sessions: await db.selectFrom("session")
      .select(["id", "ipAddress", "userAgent", "createdAt", "expiresAt"])
      .where("userId", "=", userId).execute(),
    signedInFrom: await db.selectFrom("account_device").select(["client", "network", "seen_at"])
      .where("user_id", "=", userId).orderBy("seen_at").execute(),
    authenticatorApp: await db.selectFrom("totp").select("added_at")
      .where("user_id", "=", userId).executeTakeFirst() ?? null,
    passkeys: await db.selectFrom("passkey").select(["name", "created_at", "last_used_at"])
      .where("user_id", "=", userId).orderBy("created_at").execute(),
    recoveryCodes: await db.selectFrom("recovery_code").select("created_at")
      .where("user_id", "=", userId).execute(),
    personalKeys: await db.selectFrom("apikey")
      .select(["id", "name", "start", "enabled", "createdAt", "expiresAt", "lastRequest"])
      .where("referenceId", "=", userId).execute(),
    collectiveTokensCreated: await db.selectFrom("collective_token as token")
      .innerJoin("collective", "collective.id", "token.collective_id")
      .select(["token.id", "token.name", "collective.slug", "token.created_at"])
      .where("token.created_by", "=", userId).execute(),
    publishersAdded: await db.selectFrom("publisher")
      .select(["extension_name", "provider", "names", "created_at"])
      .where("created_by", "=", userId).orderBy("created_at").execute(),
    applications: await db.selectFrom("oauthClient")
      .select(["clientId", "name", "redirectUris", "createdAt"])
      .where("userId", "=", userId).execute(),
    applicationsAllowed: await db.selectFrom("oauthConsent")
      .select(["clientId", "scopes", "resources", "createdAt"]).where("userId", "=", userId)
      .execute(),
    serveInstances: await db.selectFrom("serve_instance")
      .select(["instance_id", "hostname", "version", "registered_at", "last_heartbeat_at"])
      .where("registered_by", "=", `user:${userId}`).execute(),
    extensionsFirstPublished: await db.selectFrom("extension").select(["name", "created_at"])
      .where("author_user_id", "=", userId).execute(),
    versionsPublished: await db.selectFrom("extension_version as version")
      .innerJoin("extension", "extension.id", "version.extension_id")
      .select(["extension.name", "version.version", "version.published_at"])
      .where("version.published_by_user_id", "=", userId).execute(),
    versionsStaged: await db.selectFrom("staged_version")
      .select(["extension_name", "version", "state", "staged_at", "decided_at"])
      .where("staged_by_user_id", "=", userId).orderBy("staged_at").execute(),
    versionsDecided: await db.selectFrom("approval")
      .innerJoin("staged_version", "staged_version.id", "approval.staged_id")
      .select(["extension_name", "version", "decision", "at", "method", "note"])
      .where("approval.user_id", "=", userId).orderBy("at").execute(),
    firstStepsEnded: (await db.selectFrom("first_steps_ended").select("at")
      .where("user_id", "=", userId).executeTakeFirst())?.at ?? null,
    record: await db.selectFrom("audit_event")
      .select(["at", "action", "credential", "details", "network", "client"])
      .where("actor_user_id", "=", userId).orderBy("at").execute(),
    recordedByOthers: await db.selectFrom("audit_event").select(["at", "action", "details"])
      .where("person_user_id", "=", userId)
      .where((where) =>
        where.or([where("actor_user_id", "is", null), where("actor_user_id", "!=", userId)])
      )
      .orderBy("at").execute(),
    issues: await db.selectFrom("lab_issue")
      .select(["number", "type", "status", "title", "body", "created_at"])
      .where("author_user_id", "=", userId).orderBy("number").execute(),
    reports: await db.selectFrom("report")
      .innerJoin("extension", "extension.id", "report.extension_id")
      .select(["extension.name", "version", "category", "text", "report.created_at", "closed_at"])
      .select("note").where("reporter_user_id", "=", userId).orderBy("report.number").execute(),
    nameClaims: await db.selectFrom("name_claim")
      .select(["name", "grounds", "state", "created_at", "decided_at", "note"])
      .where("claimant_user_id", "=", userId).orderBy("number").execute(),
    issuesAssigned: await db.selectFrom("lab_assignee").select("issue_number")
      .where("user_id", "=", userId).execute(),
    comments: await db.selectFrom("lab_comment").select(["issue_number", "body", "created_at"])
      .where("author_user_id", "=", userId).orderBy("created_at").execute(),
    issueRecords: await db.selectFrom("lab_lifecycle")
      .select(["issue_number", "step", "summary", "body", "created_at"])
      .where("author_user_id", "=", userId).orderBy("created_at").execute(),
    feedPosts: await db.selectFrom("feed_post").select(["body", "url", "created_at"])
      .where("author_user_id", "=", userId).orderBy("created_at").execute(),
    notifications: await db.selectFrom("notification_delivery as delivery")
      .innerJoin("notification_event as event", "event.id", "delivery.event_id")
      .select(["event.kind", "event.title", "delivery.created_at", "delivery.read_at"])
      .where("delivery.recipient_kind", "=", "user").where("delivery.recipient_id", "=", userId)
      .orderBy("delivery.created_at").execute(),
    mails: await db.selectFrom("mail")
      .select(["kind", "address", "created_at", "sent_at", "failed_at", "reason"])
      .where("user_id", "=", userId).orderBy("created_at").execute(),
  };
}
