import type { Issue, Label } from "./issues.ts";
import type { Project } from "./project.ts";
import type { Pull } from "./pulls.ts";
import type { Said } from "./rows.ts";

/** A release of a project. A draft has no tag yet, and several drafts may want the same one. */
export interface Release {
  id: number;
  project: Project;
  tag_name: string;
  /** Branch or commit from which the tag is made when there is none. */
  target_commitish: string;
  name: string | null;
  body: string | null;
  draft: boolean;
  prerelease: boolean;
  author: string;
  created_at: string;
  published_at: string | null;
}

/** Something that was done to an issue or pull request and is neither a comment nor a review. */
export interface Happening {
  id: number;
  issue: Issue;
  /** As the API names it: `closed`, `labeled`, `head_ref_force_pushed` … */
  event: string;
  actor: string;
  /** ISO 8601, UTC, whole seconds. */
  at: string;
  label?: Pick<Label, "name" | "color">;
  assignee?: string;
  rename?: { from: string; to: string };
  reviewer?: string;
  /** The commit it is about. */
  commit?: string;
  /** Where it was mentioned. */
  source?: Issue;
}

/** Something said below an issue or a pull request. */
export interface Comment extends Said {
  issue: Issue;
}

/** What somebody said of a pull request. */
export interface Review {
  id: number;
  pull: Pull;
  author: string;
  state: "APPROVED" | "CHANGES_REQUESTED" | "COMMENTED" | "DISMISSED" | "PENDING";
  body: string;
  /** The head they looked at. */
  commit: string;
  /** ISO 8601; null while it is pending. */
  at: string | null;
}

/** A remark at a line of a pull request. */
export interface ReviewComment extends Said {
  pull: Pull;
  path: string;
  line: number;
  /** The head it was made at. */
  commit: string;
  /** The review it is part of. */
  review: number | null;
  /** The first remark of its thread; undefined for that itself. */
  replyTo: number | undefined;
}
