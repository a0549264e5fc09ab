import type { NotificationKind } from "@svc/core/notification";
import type { Notice } from "./notice.ts";

/** One line that says what happened, without the actor's name, which is shown beside it. */
export function titleOf(notice: Notice): string {
  const { extension, version, token, role, text } = notice;
  const person = notice.person?.username ?? "somebody";
  const issue = notice.issue ? `#${notice.issue.number} ${notice.issue.title}` : "an issue";
  const released = `${extension}@${version}`;
  const because = text ? `: ${text}` : "";
  const titles: Record<NotificationKind, string> = {
    version_published: `${released} was published`,
    version_promoted: `${released} was promoted${text ? ` to ${text}` : ""}`,
    version_yanked: `${released} was yanked${because}`,
    version_unyanked: `${released} is available again`,
    extension_yanked: `${extension} was yanked${because}`,
    extension_unyanked: `${extension} is available again`,
    extension_deprecated: `${extension} was deprecated${because}`,
    extension_undeprecated: `${extension} is no longer deprecated`,
    member_invited: `${person} was invited`,
    member_joined: `${person} joined`,
    member_removed: `${person} was removed`,
    member_left: `${person} left`,
    role_changed: `${person} is now ${role}`,
    token_created: `Token ${token?.name} was created`,
    token_revoked: `Token ${token?.name} was revoked`,
    token_deleted: `Token ${token?.name} was deleted`,
    token_expiring: `Token ${token?.name} expires on ${text}`,
    collective_updated: `Settings were changed`,
    collective_deleted: `The collective was deleted`,
    plan_changed: `The plan was changed to ${text}`,
    issue_opened: `Issue ${issue} was opened`,
    issue_commented: `New comment on issue ${issue}`,
    issue_changed: `Issue ${issue} was changed${because}`,
  };
  return titles[notice.kind].slice(0, 300);
}

/** The page that shows what happened, or null when it is gone or is a setting. */
export function pathOf(notice: Notice): string | null {
  if (notice.issue) return `/lab/${notice.issue.number}`;
  if (notice.extension) return `/extensions/${encodeURIComponent(notice.extension)}`;
  return null;
}
