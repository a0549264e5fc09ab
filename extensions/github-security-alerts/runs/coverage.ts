import type { AlertsDocument } from "../../platform/alerts/document.ts";
import type { RepositoryDocuments } from "../messages/messages.ts";
import type { GivenRun, RunArgument } from "./read_runs.ts";
import { contradictionIn, repeatedIn } from "./contradiction.ts";

/** Hours that runs may be apart: older ones would mix the state of different days. */
const MOST_HOURS_APART = 24;

/** What is asked of the runs together. */
export interface Wanted {
  org: string;
  /** `owner/name` of each repository, in the order of the messages. */
  repos: readonly string[];
}

/** What the runs say of the repositories, and in words what they do not say. */
export interface Coverage {
  byRepo: RepositoryDocuments[];
  gaps: string[];
  /** Repositories in a run that were not asked for. */
  extra: { argument: RunArgument; repo: string }[];
}

/** Compares the runs with what is wanted. Every gap is named, not the first alone. */
export function coveredDocuments(runs: readonly GivenRun[], wanted: Wanted): Coverage {
  const gaps = [...ownerGaps(runs, wanted.org), ...ageGaps(runs)];
  const documents = new Map<string, AlertsDocument[]>(wanted.repos.map((repo) => [key(repo), []]));
  const extra: Coverage["extra"] = [];
  for (const { argument, run } of runs) {
    const seen = new Map(run.documents.map((document) => [key(document.repo), document]));
    const repeated = repeatedIn(run.documents);
    for (const repo of wanted.repos) {
      const document = seen.get(key(repo));
      const gap = repeated.has(key(repo)) ? "appears twice in the run" : gapText(document);
      if (document === undefined || gap !== undefined) {
        gaps.push(`${argument}: ${repo} ${gap}`);
      } else documents.get(key(repo))!.push(document);
    }
    for (const { repo } of run.documents) {
      if (!documents.has(key(repo))) extra.push({ argument, repo });
    }
  }
  const byRepo = wanted.repos.map((repo) => ({ repo, documents: documents.get(key(repo))! }));
  return { byRepo, gaps, extra };
}

/** Why a document does not say how a repository stands; undefined when it does. */
function gapText(document: AlertsDocument | undefined): string | undefined {
  if (document === undefined) return "is not in the run: also list it";
  if (document.available !== null) return contradictionIn(document);
  return `could not be read when the run was made: ${document.error?.message ?? document.reason}`;
}

function ownerGaps(runs: readonly GivenRun[], org: string): string[] {
  return runs.filter(({ run }) => key(run.org) !== key(org))
    .map(({ argument, run }) => `${argument}: the run is about ${run.org}, not ${org}`);
}

function ageGaps(runs: readonly GivenRun[]): string[] {
  const times = runs.map(({ argument, run }) => ({ argument, time: Date.parse(run.finishedAt) }));
  const newest = Math.max(...times.map(({ time }) => time));
  return times.flatMap(({ argument, time }) => {
    const hours = (newest - time) / 3_600_000;
    if (hours <= MOST_HOURS_APART) return [];
    return [
      `${argument}: the run is ${
        Math.floor(hours)
      } hours older than the newest, more than ${MOST_HOURS_APART}: list again`,
    ];
  });
}

/** Capitals do not tell names apart on the platform. */
function key(name: string): string {
  return name.toLowerCase();
}
