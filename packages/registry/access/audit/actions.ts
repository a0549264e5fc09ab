/**
 * What an owner reads of each event of a collective: what was done, after the name of who did it. What
 * concerns a person's account is in the log of their personal collective.
 */
export const AUDIT_ACTIONS = {
  "collective.created": "created the collective",
  "collective.updated": "changed settings",
  "collective.deleted": "deleted the collective",
  "profile.edited": "edited the profile",
  "plan.changed": "changed the plan",
  "serve.registered": "registered an instance of svc serve",
  "member.invited": "invited somebody",
  "invitation.cancelled": "cancelled an invitation",
  "invitation.declined": "declined an invitation",
  "member.joined": "joined",
  "member.role_changed": "changed the role",
  "member.removed": "removed a member",
  "member.left": "left",
  "token.created": "created a token",
  "token.used_from": "used a token from a new network",
  "token.revoked": "revoked a token",
  "token.deleted": "deleted a token",
  "token.leaked": "reported a token as leaked, which ended it",
  "signing_key.created": "registered a signing key",
  "signing_key.revoked": "revoked a signing key",
  published: "published a version",
  downloaded: "downloaded a private version",
  yanked: "yanked",
  unyanked: "restored what was yanked",
  deprecated: "deprecated",
  undeprecated: "took back a deprecation",
  promoted: "moved a version to another channel",
  edited: "changed the details",
  rescored: "asked for a new score",
  "transfer.offered": "offered an extension to another collective",
  "transfer.cancelled": "withdrew the offer of an extension",
  "transfer.accepted": "accepted an extension of another collective",
  "transfer.completed": "gave an extension to another collective",
  taken_down: "took down",
  reinstated: "reinstated",
  quarantined: "put in quarantine",
  released: "released from quarantine",
  "collective.suspended": "suspended the collective",
  "collective.unsuspended": "lifted the suspension",
  "account.disabled": "disabled the account",
  "account.enabled": "enabled the account again",
  "factor.added": "added a second factor",
  "factor.removed": "removed a second factor",
  "recovery_code.used": "used a recovery code",
  "hold.begun": "began a hold of the account",
  "hold.ended": "ended the hold of the account",
  "hold.cancelled": "undid what began the hold of the account",
  "proof.failed": "gave a wrong password, code or passkey (told once an hour)",
} as const satisfies Readonly<Record<string, string>>;

/** The name of an event, as it is stored and as the interface has it. */
export type AuditAction = keyof typeof AUDIT_ACTIONS;

/** All of them, in the order of the table. */
export const AUDIT_ACTION_NAMES = Object.keys(AUDIT_ACTIONS) as [AuditAction, ...AuditAction[]];
