import {
  NOTIFICATION_KINDS,
  type NotificationKind,
  type NotificationKindRow,
} from "@svc/core/notification";
import { userOf } from "../../access/credential/principal.ts";
import { orderedId } from "../../platform/store/ordered_id.ts";
import type { Db } from "../../access/store/schema.ts";
import type { Notice } from "./notice.ts";
import type {} from "./tables.ts";

/**
 * Tells everybody concerned that something happened, in the caller's own transaction: a change that
 * is rolled back was never told of. One event row, and one insert a group of recipients however
 * large; nobody is told twice, and the person who did it only where the kind says so.
 *
 * @returns false when the event of that key was told before
 */
export async function notify(db: Db, notice: Notice): Promise<boolean> {
  const row: NotificationKindRow = NOTIFICATION_KINDS[notice.kind];
  const id = orderedId();
  const at = notice.at.toISOString();
  const collectiveId = notice.collectiveId ?? null;
  const actor = notice.actor ? userOf(notice.actor) : undefined;
  const actorCollective = notice.actor?.kind === "collectiveToken"
    ? notice.actor.collective.id
    : null;
  const inserted = await db.insertInto("notification_event").values({
    id,
    kind: notice.kind,
    collective_id: collectiveId,
    actor_user_id: actor?.id ?? null,
    actor_collective_id: actorCollective,
    title: titleOf(notice),
    path: pathOf(notice),
    data: JSON.stringify(dataOf(notice)),
    once_key: notice.onceKey ?? null,
    created_at: at,
  }).onConflict((conflict) => conflict.column("once_key").doNothing()).returning("id").execute();
  if (inserted.length === 0) return false;

  const silent = row.actor ? undefined : actor?.id;
  const named = new Set(notice.users ?? []);
  if (row.person && notice.person) named.add(notice.person.id);
  if (silent !== undefined) named.delete(silent);
  const inboxes = new Set(notice.collectives ?? []);
  if (collectiveId !== null) inboxes.add(collectiveId);
  if (actorCollective !== null && notice.kind.startsWith("issue_")) inboxes.delete(actorCollective);

  if (collectiveId !== null && row.audience !== "person") {
    await db.insertInto("notification_delivery")
      .columns(["event_id", "recipient_kind", "recipient_id", "created_at"])
      .expression(members(db, { id, at, collectiveId, row, silent }))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  const deliveries = [
    ...[...named].map((user) => ({ recipient_kind: "user" as const, recipient_id: user })),
    ...[...inboxes].map((each) => ({ recipient_kind: "collective" as const, recipient_id: each })),
  ];
  if (deliveries.length === 0) return true;
  await db.insertInto("notification_delivery")
    .values(deliveries.map((delivery) => ({ event_id: id, created_at: at, ...delivery })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return true;
}

interface Group {
  id: string;
  at: string;
  collectiveId: string;
  row: NotificationKindRow;
  silent: string | undefined;
}

function members(db: Db, group: Group) {
  let query = db.selectFrom("collective_member")
    .where("collective_id", "=", group.collectiveId)
    .select((column) => [
      column.val(group.id).as("event_id"),
      column.val("user").as("recipient_kind"),
      "user_id as recipient_id",
      column.val(group.at).as("created_at"),
    ]);
  if (group.row.audience === "admins") query = query.where("role", "in", ["admin", "owner"]);
  if (group.silent !== undefined) query = query.where("user_id", "!=", group.silent);
  return query;
}

function dataOf(notice: Notice): Record<string, unknown> {
  return {
    ...(notice.extension && { extension: notice.extension }),
    ...(notice.version && { version: notice.version }),
    ...(notice.person && { username: notice.person.username }),
    ...(notice.role && { role: notice.role }),
    ...(notice.token && { tokenId: notice.token.id, tokenName: notice.token.name }),
    ...(notice.staged && { stagedId: notice.staged }),
    ...(notice.issue && { issueNumber: notice.issue.number }),
    ...(notice.text && { text: notice.text }),
  };
}

/** One line that says what happened, without the actor's name, which is shown beside it. */
function titleOf(notice: Notice): string {
  const { extension, version, token, role, text } = notice;
  const person = notice.person?.username ?? "somebody";
  const issue = notice.issue ? `#${notice.issue.number} ${notice.issue.title}` : "an issue";
  const released = `${extension}@${version}`;
  const subject = version === undefined ? extension : released;
  const because = text ? `: ${text}` : "";
  const titles: Record<NotificationKind, string> = {
    version_published: `${released} was published`,
    version_staged: `${released} waits for approval`,
    stage_decided: `${released} ${text}`,
    approval_lowered: `Less will be asked for before versions are published, from ${text}`,
    version_promoted: `${released} was promoted${text ? ` to ${text}` : ""}`,
    version_yanked: `${released} was yanked${because}`,
    version_unyanked: `${released} is available again`,
    extension_yanked: `${extension} was yanked${because}`,
    extension_unyanked: `${extension} is available again`,
    extension_deprecated: `${extension} was deprecated${because}`,
    extension_undeprecated: `${extension} is no longer deprecated`,
    extension_offered: `${extension} was offered to ${text}`,
    extension_transferred: `${extension} was transferred to ${text}`,
    member_invited: `${person} was invited`,
    member_joined: `${person} joined`,
    member_removed: `${person} was removed`,
    member_left: `${person} left`,
    member_held: `The account ${person} is on hold until ${text}`,
    account_held: `Your account is on hold until ${text}`,
    role_changed: `${person} is now ${role}`,
    token_created: `Token ${token?.name} was created`,
    token_revoked: `Token ${token?.name} was revoked`,
    token_deleted: `Token ${token?.name} was deleted`,
    token_expiring: `Token ${token?.name} expires on ${text}`,
    token_leaked: `Token ${token?.name} was reported as leaked and revoked`,
    publisher_added: `A trusted publisher of ${extension} was added: ${text}`,
    publisher_removed: `A trusted publisher of ${extension} was removed: ${text}`,
    publisher_learned: `A trusted publisher of ${extension} was used for the first time: ${text}`,
    publisher_disabled: `A trusted publisher of ${extension} was disabled: ${text}`,
    publisher_expiring: `A trusted publisher of ${extension} is about to end: ${text}`,
    publisher_unusual: `A trusted publisher of ${extension} was used in a new way: ${text}`,
    key_leaked: `Your key ${token?.name} was reported as leaked and revoked`,
    collective_updated: `Settings were changed`,
    collective_deleted: `The collective was deleted`,
    plan_changed: `The plan was changed to ${text}`,
    issue_opened: `Issue ${issue} was opened`,
    issue_commented: `New comment on issue ${issue}`,
    issue_changed: `Issue ${issue} was changed${because}`,
    extension_quarantined: `${subject} was put in quarantine${because}`,
    extension_released: `${subject} was released from quarantine`,
    extension_removed: `${subject} was taken down by the operator${because}`,
    extension_reinstated: `${subject} was reinstated by the operator`,
    collective_suspended: `The operator suspended the collective${because}`,
    collective_unsuspended: `The operator lifted the suspension of the collective`,
    report_received: `${extension} was reported${because}`,
    report_confirmed: `Your report about ${extension} was received`,
    report_closed: `Your report about ${extension} was closed${because}`,
    claim_received: `The name ${text} was claimed`,
    claim_granted: `Your claim was granted: ${text}`,
    claim_refused: `Your claim was refused: ${text}`,
  };
  return titles[notice.kind].slice(0, 300);
}

/** The page that shows what happened, or null when it is gone or is a setting. */
function pathOf(notice: Notice): string | null {
  if (notice.issue) return `/lab/${notice.issue.number}`;
  if (notice.staged !== undefined) return `/staged/${notice.staged}`;
  if (notice.kind === "account_held") return "/account/security";
  if (notice.kind === "claim_received") return "/operator";
  if (notice.kind === "claim_granted" || notice.kind === "claim_refused") return "/claim";
  // Of a name that may not be published yet, or that the collective it is offered to may not read.
  if (/^publisher_|^extension_offered$/.test(notice.kind)) return null;
  if (notice.extension === undefined) return null;
  const path = `/extensions/${encodeURIComponent(notice.extension)}`;
  // An operator acts on an extension or on one version, whose page then says why.
  const acted = notice.kind.startsWith("extension_") && notice.version !== undefined;
  return acted ? `${path}/${notice.version}` : path;
}
