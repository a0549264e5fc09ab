import type { Handler, Routes } from "../call/mod.ts";
import { actionsRoutes } from "./actions.ts";
import { alertRoutes } from "./alerts.ts";
import { appRoutes } from "./apps.ts";
import { branchRoutes } from "./branches.ts";
import { checkRoutes } from "./checks.ts";
import { collaboratorRoutes } from "./collaborators.ts";
import { commitRoutes } from "./commits.ts";
import { compareRoutes } from "./compare.ts";
import { contentRoutes } from "./contents.ts";
import { contentWriteRoutes } from "./contents_written.ts";
import { EMULATED } from "./emulated.ts";
import { forkRoutes } from "./forks.ts";
import { gitObjectRoutes } from "./git_objects.ts";
import { issueCommentRoutes } from "./issue_comments.ts";
import { issueRoutes } from "./issues.ts";
import { labelRoutes } from "./labels.ts";
import { memberRoutes } from "./members.ts";
import { mergeRoutes } from "./merges.ts";
import { ownedRepositoryRoutes } from "./owned_repositories.ts";
import { ownerRoutes } from "./owners.ts";
import { pullListRoutes } from "./pull_list.ts";
import { pullRoutes } from "./pulls.ts";
import { rateLimitRoutes } from "./rate_limit.ts";
import { refRoutes } from "./refs.ts";
import { releaseRoutes } from "./releases.ts";
import { repositoryRoutes } from "./repositories.ts";
import { requestedReviewerRoutes } from "./requested_reviewers.ts";
import { reviewCommentRoutes } from "./review_comments.ts";
import { reviewRoutes } from "./reviews.ts";
import { rulesetRoutes } from "./rulesets.ts";
import { searchRoutes } from "./search.ts";
import { searchRepositoriesRoutes } from "./search_repositories.ts";
import { starRoutes } from "./stars.ts";
import { tagRoutes } from "./tags.ts";
import { templateRoutes } from "./templates.ts";
import { timelineRoutes } from "./timeline.ts";
import { topicRoutes } from "./topics.ts";
import { transferRoutes } from "./transfers.ts";

/**
 * How to add an operation:
 *
 * 1. Write a handler in the file of its noun beside this one, under the method and path template
 *    that the description has. It gets a `Call` and gives a `Response`: `json`, `empty`, `paged`
 *    and `repositoryOf` of `../call/mod.ts` do the common part; throw a `Refusal` to refuse.
 * 2. A noun with state of its own gets a field in `../state/state.ts`.
 * 3. List the noun's table below. What the emulator serves as the platform does needs no handler,
 *    only its name in `emulated.ts`.
 *
 * Every request and answer is checked against the description on its way, so a missing field or
 * an unlisted status fails the test that meets it. An operation that is in no table does too.
 */
const TABLES: readonly Routes[] = [
  actionsRoutes,
  alertRoutes,
  appRoutes,
  branchRoutes,
  checkRoutes,
  collaboratorRoutes,
  commitRoutes,
  compareRoutes,
  contentRoutes,
  contentWriteRoutes,
  forkRoutes,
  gitObjectRoutes,
  issueCommentRoutes,
  issueRoutes,
  labelRoutes,
  memberRoutes,
  mergeRoutes,
  ownedRepositoryRoutes,
  ownerRoutes,
  pullListRoutes,
  pullRoutes,
  rateLimitRoutes,
  refRoutes,
  releaseRoutes,
  repositoryRoutes,
  requestedReviewerRoutes,
  reviewCommentRoutes,
  reviewRoutes,
  rulesetRoutes,
  searchRepositoriesRoutes,
  searchRoutes,
  starRoutes,
  tagRoutes,
  templateRoutes,
  timelineRoutes,
  topicRoutes,
  transferRoutes,
];

const HANDLERS: ReadonlyMap<string, Handler> = new Map(
  TABLES.flatMap((table) => Object.entries(table)),
);

/** The handler of an operation; "emulated" when the emulator answers it; undefined when nothing does. */
export const handlerOf = (route: string): Handler | "emulated" | undefined =>
  HANDLERS.get(route) ?? (EMULATED.has(route) ? "emulated" : undefined);

/** Every operation the code host answers. */
export const ROUTES: readonly string[] = [
  ...TABLES.flatMap((table) => Object.keys(table)),
  ...EMULATED,
];
