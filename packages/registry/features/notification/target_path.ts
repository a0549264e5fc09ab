import type { NotificationKind } from "@svc/core/notification";

/** What of a notification says where it leads. */
export interface NotificationSubject {
  kind: NotificationKind;
  /** The page of the extension or issue, as it was stored. */
  path: string | null;
  /** Slug of the collective; null when it concerns none. */
  collective: string | null;
}

/** The settings page of each kind that has one. Only admins are told of these. */
const SETTINGS: Partial<Record<NotificationKind, string>> = {
  member_joined: "members",
  member_left: "members",
  token_created: "tokens",
  token_revoked: "tokens",
  token_deleted: "tokens",
  token_expiring: "tokens",
  collective_updated: "general",
  plan_changed: "billing",
};

/** The page that shows what happened; null when nothing is left to show. */
export function targetPath({ kind, path, collective }: NotificationSubject): string | null {
  if (path !== null) return path;
  if (collective === null || kind === "collective_deleted") return null;
  const page = SETTINGS[kind];
  const home = `/collectives/${collective}`;
  // Those told of these may be the person concerned, who is not an admin.
  return page === undefined ? home : `${home}/settings/${page}`;
}
