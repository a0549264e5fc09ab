import { fullName, type RepositoryName } from "../../platform/repository_name.ts";
import { storedText } from "../../platform/stored_text.ts";
import { type Subject, subjectPart } from "../../platform/subjects/subject.ts";
import { documentName } from "../naming/names.ts";
import type { ActivityEvent, LedgerEvent } from "../outputs/activity_event.ts";

/** What is recorded when something is found stale. */
export const CLASSIFIED = "classification_stale_candidate";

/** What is recorded when it is stale no longer. */
export const CLEARED = "classification_stale_candidate_cleared";

/** Events kept of one subject: the newest. */
const MOST_EVENTS = 100;

/** Name of the document with the classifications of a subject. */
export function classificationName(repository: RepositoryName, subject: Subject): string {
  return documentName("activityevent", repository, "stale", subjectPart(subject));
}

/** The last classification under a label, when it has not been cleared since. */
export function currentClassification(
  document: ActivityEvent | null,
  staleLabel: string,
): LedgerEvent | undefined {
  const last = document?.events.findLast((event) => event.detail === storedText(staleLabel));
  return last?.type === CLASSIFIED ? last : undefined;
}

/** A step of a classification. */
export interface Step {
  type: typeof CLASSIFIED | typeof CLEARED;
  staleLabel: string;
  /** The last activity that is known, ISO 8601. */
  since: string;
  /** In a line, for people. */
  summary: string;
  at: Date;
}

/** The document with one more step in it. */
export function withStep(
  before: ActivityEvent | null,
  repository: RepositoryName,
  subject: Subject,
  { type, staleLabel, since, summary, at }: Step,
): ActivityEvent {
  const time = at.toISOString();
  const event: LedgerEvent = {
    id: `${type}-${subjectPart(subject)}-${since}-${time}`,
    type,
    actor: null,
    actorType: null,
    at: time,
    detail: storedText(staleLabel),
    visibility: "public",
    summary,
    since,
  };
  return {
    repo: fullName(repository),
    ...subject,
    source: "classification",
    part: 1,
    parts: 1,
    events: [...before?.events ?? [], event].slice(-MOST_EVENTS),
    fetchedAt: time,
  };
}
