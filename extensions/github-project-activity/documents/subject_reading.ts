import type { IssueSnapshot, PrSnapshot } from "../../platform/subjects/snapshots.ts";
import type { Subject } from "../../platform/subjects/subject.ts";
import type { LedgerEvent } from "../outputs/activity_event.ts";

/** The lists that tell what happened on a subject. */
export const COMPONENTS = ["conversation", "reviews", "reviewComments", "timeline"] as const;

/** A list of {@link COMPONENTS}. */
export type Component = typeof COMPONENTS[number];

/** The list that an event belongs to: the timeline repeats what other lists tell. */
export function componentOf({ type }: { type: string }): Component {
  if (type === "commented") return "conversation";
  if (type === "reviewed") return "reviews";
  return type === "line-commented" ? "reviewComments" : "timeline";
}

/** What was read of one subject: what the lists that were not read told before stays. */
export type SubjectReading = Subject & SubjectState & {
  /** The lists that were read to their end. */
  read: readonly Component[];
  /** What they told. */
  events: LedgerEvent[];
};

/** The subject itself, or that GitHub has it no longer. */
export type SubjectState =
  | { subjectType: "pr"; snapshot: PrSnapshot }
  | { subjectType: "issue"; snapshot: IssueSnapshot }
  | { snapshot: null; goneAt: string; transferredTo: string | null };
