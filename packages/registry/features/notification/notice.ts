import type { NotificationKind } from "@svc/core/notification";
import type { Principal } from "../../access/credential/principal.ts";

/** Something that happened, as the place where it happened tells it. */
export interface Notice {
  kind: NotificationKind;
  /** The collective it concerns; its inbox and its people are told. Absent for the registry itself. */
  collectiveId?: string | null;
  /** Who did it; absent when the clock did. */
  actor?: Principal;
  at: Date;
  /** Name of the extension it concerns. */
  extension?: string;
  version?: string;
  /** The person it concerns, told as well where the kind says so. */
  person?: { id: string; username: string };
  role?: string;
  token?: { id: string; name: string };
  /** Id of the staged version it is about. */
  staged?: string;
  issue?: { number: number; title: string };
  /** People told by name, beside the kind's audience: an issue's author, assignees, commenters. */
  users?: readonly string[];
  /** Collectives told by name: an issue's author when a token wrote it. */
  collectives?: readonly string[];
  /** A reason, a new status, a plan: one line. */
  text?: string;
  /** Where the same event may be noticed twice: told once a key. */
  onceKey?: string;
}
