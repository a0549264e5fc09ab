import { PlatformFailure } from "../../platform/failure.ts";
import type { SyncRun } from "../run/sync_run.ts";
import { readPullsOnly } from "../streams/read_pulls.ts";
import { readStream } from "../streams/read_stream.ts";
import { takeComments, takeReviewComments } from "../streams/take_comments.ts";
import { takeSubjects } from "../streams/take_subjects.ts";
import type { PhaseEnd } from "./phase.ts";

const ORDER = { sort: "updated", direction: "asc" };

/** Issues and pull requests in one list; only pull requests where issues are switched off. */
export async function readIndex(run: SyncRun): Promise<PhaseEnd> {
  try {
    return await readStream(run, {
      name: "index",
      what: `the issues and pull requests of ${run.repo}`,
      route: "GET /repos/{owner}/{repo}/issues",
      parameters: { ...run.target, ...ORDER, state: "all" },
      take: (items) => takeSubjects(run, items),
    });
  } catch (error) {
    if (!(error instanceof PlatformFailure && error.code === "gone")) throw error;
    run.context.logger.info("issues are switched off in {repo}; pull requests are read alone", {
      repo: run.repo,
    });
    return await readPullsOnly(run);
  }
}

/** Comments of all conversations: one request for a hundred of them, not one for each subject. */
export async function readComments(run: SyncRun): Promise<PhaseEnd> {
  return await readStream(run, {
    name: "issueComments",
    what: `the comments of ${run.repo}`,
    route: "GET /repos/{owner}/{repo}/issues/comments",
    parameters: { ...run.target, ...ORDER },
    take: (items) => takeComments(run, items),
  });
}

/** Comments on code. */
export async function readReviewComments(run: SyncRun): Promise<PhaseEnd> {
  return await readStream(run, {
    name: "reviewComments",
    what: `the comments on the code of ${run.repo}`,
    route: "GET /repos/{owner}/{repo}/pulls/comments",
    parameters: { ...run.target, ...ORDER },
    take: (items) => takeReviewComments(run, items),
  });
}
