import type { SourceMethod } from "../outputs/raw_github_api_response.ts";
import type { Visibility } from "../outputs/activity_event.ts";
import type { SubjectType } from "../../platform/subjects/subject.ts";

/** Arguments of `fetch_from_github`. */
export interface FetchArguments {
  scenario: string;
  sourceMethod: SourceMethod;
  /** Arguments of the source method, checked by its own schema. */
  methodArgs: Record<string, unknown>;
}

/** Arguments of `ingest_fetched_data`. */
export interface IngestArguments {
  scenario: string;
  /** In place of those of the fetch, one by one. */
  methodArgs: Record<string, unknown>;
}

/** Arguments of `classify_stale_candidates` and `clear_stale_candidates`. */
export interface StaleArguments {
  includePrs: boolean;
  includeIssues: boolean;
  staleLabel: string;
  maxCandidates?: number | undefined;
  dryRun: boolean;
}

/** An event that a person records. */
export interface RecordedEvent {
  eventType: string;
  summary: string;
  subjectType?: SubjectType | undefined;
  subjectNumber?: number | undefined;
  visibility: Visibility;
  body?: string | undefined;
  at?: string | undefined;
  actor?: string | undefined;
  url?: string | undefined;
  tags: string[];
  artifactRefs: string[];
}

/** Arguments of `record_activity`. */
export interface ActivityArguments {
  id?: string | undefined;
  event: RecordedEvent;
}

/** Arguments of `record_artifact`. */
export interface ArtifactArguments {
  name: string;
  contentType: string;
  content: string;
  repo?: string | undefined;
  subjectType?: SubjectType | undefined;
  subjectNumber?: number | undefined;
  description?: string | undefined;
}

/** Arguments of `render_pr_report`. */
export interface ReportArguments {
  prNumber: number;
  includePrivate?: boolean | undefined;
  since?: string | undefined;
  until?: string | undefined;
}
