/** Who is told of an event: everybody in the collective, its admins and owners, or the person concerned. */
export type Audience = "members" | "admins" | "person";

/** One kind of event and who hears of it. */
export interface NotificationKindRow {
  /** People told, beside the collective's own inbox, which tokens read. */
  audience: Audience;
  /** Also told: the person the event is about, who may not be in the audience. */
  person?: true;
  /** True where even the person who did it is told, because an intruder may have used their name. */
  actor?: true;
}

/** What happens to collectives, extensions and issues, and who is told. */
export const NOTIFICATION_KINDS = {
  version_published: { audience: "members" },
  version_staged: { audience: "members" },
  stage_decided: { audience: "members" },
  approval_lowered: { audience: "members", actor: true },
  version_promoted: { audience: "members" },
  version_yanked: { audience: "members" },
  version_unyanked: { audience: "members" },
  extension_yanked: { audience: "members" },
  extension_unyanked: { audience: "members" },
  extension_deprecated: { audience: "members" },
  extension_undeprecated: { audience: "members" },
  extension_offered: { audience: "admins" },
  extension_transferred: { audience: "members", actor: true },
  member_invited: { audience: "admins", person: true },
  member_joined: { audience: "admins" },
  member_removed: { audience: "admins", person: true },
  member_left: { audience: "admins" },
  member_held: { audience: "admins" },
  account_held: { audience: "person" },
  role_changed: { audience: "admins", person: true, actor: true },
  token_created: { audience: "admins", actor: true },
  token_revoked: { audience: "admins", actor: true },
  token_deleted: { audience: "admins", actor: true },
  token_expiring: { audience: "admins", actor: true },
  token_leaked: { audience: "admins" },
  publisher_added: { audience: "admins", actor: true },
  publisher_removed: { audience: "admins", actor: true },
  publisher_learned: { audience: "admins" },
  publisher_disabled: { audience: "admins" },
  publisher_expiring: { audience: "admins" },
  publisher_unusual: { audience: "admins" },
  key_leaked: { audience: "person" },
  collective_updated: { audience: "admins" },
  collective_deleted: { audience: "members" },
  plan_changed: { audience: "admins", actor: true },
  issue_opened: { audience: "admins" },
  issue_commented: { audience: "person" },
  issue_changed: { audience: "person" },
  extension_quarantined: { audience: "members" },
  extension_released: { audience: "members" },
  extension_removed: { audience: "members" },
  extension_reinstated: { audience: "members" },
  collective_suspended: { audience: "members" },
  collective_unsuspended: { audience: "members" },
  report_received: { audience: "person" },
  report_confirmed: { audience: "person" },
  report_closed: { audience: "person" },
  claim_received: { audience: "person" },
  claim_granted: { audience: "person" },
  claim_refused: { audience: "person" },
} as const satisfies Record<string, NotificationKindRow>;

/** The stable name of a kind of notification. */
export type NotificationKind = keyof typeof NOTIFICATION_KINDS;

/** Every kind, in table order. */
export const NOTIFICATION_KIND_NAMES = Object.keys(NOTIFICATION_KINDS) as [
  NotificationKind,
  ...NotificationKind[],
];

/** Days before a token's expiry at which its admins are told. */
export const TOKEN_EXPIRY_NOTICE_DAYS = 7;
