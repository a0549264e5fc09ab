import type { BrokenDocument } from "../../../platform/report/stored_documents.ts";
import type { Subject } from "../../../platform/subjects/subject.ts";
import type { PageEvent } from "../../outputs/pr_report.ts";

/** A pull request or issue that needs somebody, and why. */
export interface Item extends Subject {
  title: string;
  url: string;
  author: string | null;
  /** In a few words, texts of strangers among them. */
  why: string[];
}

/** An event, and what it is about; null for an event of the project. */
export interface RecentEvent extends PageEvent {
  subject: Subject | null;
}

/** What the report says. Of pull requests and issues only open ones. */
export interface Briefing {
  project: string;
  repo: string | null;
  openPullRequests: number;
  openIssues: number;
  failingChecks: Item[];
  /** Open pull requests whose checks are not stored or could not be read. */
  checksUnknown: number;
  changesRequested: Item[];
  conflicts: Item[];
  /** Open pull requests of which nobody knows whether they conflict. */
  conflictsUnknown: number;
  stale: Item[];
  /** Logins whose duties are shown. */
  handles: string[];
  duties: Item[];
  /** Newest first. */
  events: RecentEvent[];
  includePrivate: boolean;
  broken: BrokenDocument[];
  unread: string[];
  generatedAt: string;
}
