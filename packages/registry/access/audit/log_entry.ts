import type { LeafKind } from "@svc/log/leaf";
import type { Said } from "../registry_log/note.ts";
import type { AuditAction } from "./actions.ts";
import type { Actor } from "./actor.ts";

/** What an event tells: its details in the audit log, and what is known beside them. */
type Told = Readonly<Record<string, unknown>>;

/** What a leaf takes over of an event, by name: reasons and names are in none. */
function some(told: Told, ...names: readonly string[]): Told {
  return Object.fromEntries(
    names.filter((name) => told[name] != null).map((name) => [name, told[name]]),
  );
}

const life = (kind: LeafKind) => (told: Told): Said => ({
  kind,
  ...some(told, "version", "channel"),
});

const restriction = (kind: LeafKind) => (told: Told): Said => ({
  kind,
  ...some(told, "version", "category"),
});

const publisher = (change: string) => (told: Told): Said => ({
  kind: "publisher",
  change,
  ...some(told, "issuer", "ids", "workflow"),
});

const ended = (): Said => ({
  kind: "token",
  change: "removed",
  credential: "collective",
  scopes: [],
});

/**
 * What the log has of each event of the audit log; null for those that it does not tell (reference
 * trust 4.2). Who adds an event decides it here.
 */
export const LOG_ENTRIES: Readonly<Record<AuditAction, ((told: Told) => Said) | null>> = {
  published: (told) => ({
    kind: "published",
    ...some(told, "version", "channel", "checksum", "manifest", "provenance"),
  }),
  yanked: life("yanked"),
  unyanked: life("unyanked"),
  deprecated: (told) => ({
    kind: "deprecated",
    ...some({ ...told, successor: told.supersededBy }, "version", "channel", "successor"),
  }),
  undeprecated: life("undeprecated"),
  promoted: (told) => ({
    kind: "promoted",
    ...some({ ...told, to: told.toChannel }, "version", "from", "to"),
  }),
  taken_down: restriction("taken-down"),
  reinstated: restriction("reinstated"),
  // Nobody gets it either, though its owners see it.
  quarantined: restriction("taken-down"),
  released: restriction("reinstated"),
  "transfer.completed": (told) => ({ kind: "owner", ...some(told, "from", "to") }),
  "collective.created": () => ({ kind: "member", to: "owner" }),
  "member.joined": (told) => ({ kind: "member", to: told.role }),
  "member.role_changed": (told) => ({ kind: "member", ...some(told, "from", "to") }),
  "member.removed": (told) => ({ kind: "member", ...some(told, "from") }),
  "member.left": (told) => ({ kind: "member", ...some(told, "from") }),
  "token.created": (told) => ({
    kind: "token",
    change: "added",
    credential: "collective",
    scopes: String(told.scopes).split(", ").filter((scope) => scope !== ""),
  }),
  "token.revoked": ended,
  "token.deleted": ended,
  "token.leaked": ended,
  "publisher.added": publisher("added"),
  "publisher.removed": publisher("removed"),
  "publisher.disabled": publisher("removed"),
  "publisher.expired": publisher("removed"),
  "publisher.confirmed": publisher("changed"),
  "publisher.learned": publisher("changed"),
  "signing_key.created": (told) => ({ kind: "key", change: "added", ...some(told, "hint") }),
  "signing_key.revoked": (told) => ({ kind: "key", change: "removed", ...some(told, "hint") }),
  // Nobody but its members knows of a version that waits: the log has it once it is published.
  staged: null,
  stage_approved: null,
  stage_rejected: null,
  stage_withdrawn: null,
  stage_overridden: null,
  "publisher.refused": null,
  "publishing.changed": null,
  "collective.updated": null,
  "collective.deleted": null,
  "profile.edited": null,
  "plan.changed": null,
  "serve.registered": null,
  "member.invited": null,
  "invitation.cancelled": null,
  "invitation.declined": null,
  "token.used_from": null,
  downloaded: null,
  edited: null,
  rescored: null,
  "transfer.offered": null,
  "transfer.cancelled": null,
  // The same event as seen by the other side.
  "transfer.accepted": null,
  "collective.suspended": null,
  "collective.unsuspended": null,
  "account.disabled": null,
  "account.enabled": null,
  "factor.added": null,
  "factor.removed": null,
  "recovery_code.used": null,
  "hold.begun": null,
  "hold.ended": null,
  "hold.cancelled": null,
  "proof.failed": null,
};

/** The kinds that tell by what an event was done. */
const WITH_BY: readonly LeafKind[] = [
  ...["published", "yanked", "unyanked", "deprecated", "undeprecated", "promoted"] as const,
];

/** Longest address of a run in a leaf. */
const LINE = 300;

/** What a credential is called in a leaf. */
const CREDENTIALS: Readonly<Record<Actor["credential"], string>> = {
  anonymous: "anonymous",
  session: "session",
  sessionToken: "session",
  exchange: "personal",
  personalKey: "personal",
  collectiveToken: "collective",
  publishToken: "publish",
  link: "link",
  operator: "operator",
  registry: "registry",
};

/** What the log has of an event, with what it was done by; undefined for what it does not tell. */
export function logEntryOf(action: AuditAction, told: Told, actor: Actor): Said | undefined {
  const said = LOG_ENTRIES[action]?.(told);
  if (said === undefined || !WITH_BY.includes(said.kind)) return said;
  const by = actor.credential === "publishToken"
    ? some({ ...told, run: String(told.run).slice(0, LINE) }, "publisher", "run")
    : {};
  return { ...said, by: { credential: CREDENTIALS[actor.credential], ...by } };
}
