import { type Call, paged, type Routes } from "../call/mod.ts";
import { logOf } from "../git/mod.ts";
import { commentShape, happeningShape, issueOf } from "../issue/mod.ts";
import { followHeads, reviewShape } from "../pull/mod.ts";
import { gitCommit } from "../shape/mod.ts";
import type { Issue, Pull } from "../state/mod.ts";

/** The story of an issue or pull request. */
export const timelineRoutes: Routes = {
  "GET /repos/{owner}/{repo}/issues/{issue_number}/timeline": async (call) => {
    const { issue, project } = issueOf(call);
    const pull = call.state.pulls.find(project, issue.number);
    if (pull) await followHeads(call, project);
    const entries = [...said(call, issue), ...pull ? await done(call, pull) : []];
    entries.sort((a, b) => a.at === b.at ? 0 : a.at < b.at ? -1 : 1);
    return paged(call, entries, ({ shape }) => shape());
  },
};

/** An entry of a timeline: when it was, and how it is shown. */
interface Entry {
  at: string;
  shape(): object;
}

/** Events and comments. */
function said(call: Call, issue: Issue): Entry[] {
  const events = call.state.happenings.of(issue).map((one): Entry => ({
    at: one.at,
    shape: () => happeningShape(call, one),
  }));
  const comments = call.state.comments.of(issue).map((one): Entry => ({
    at: one.createdAt,
    shape() {
      const shown = commentShape(call, one);
      return { event: "commented", actor: shown.user, ...shown };
    },
  }));
  return [...events, ...comments];
}

/** Commits and reviews of a pull request. */
async function done(call: Call, pull: Pull): Promise<Entry[]> {
  const range = `${pull.baseSha}..${pull.headSha}`;
  const commits = await logOf(pull.project.git, ["--reverse", "--topo-order", range]);
  const reviews = call.state.reviews.of(pull).filter(({ at }) => at !== null);
  return [
    ...commits.map((commit): Entry => ({
      at: commit.committer.date,
      shape: () => ({ event: "committed", ...gitCommit(call, pull.project, commit) }),
    })),
    ...reviews.map((review): Entry => ({
      at: review.at!,
      shape: () => ({ event: "reviewed", ...reviewShape(call, pull, review) }),
    })),
  ];
}
