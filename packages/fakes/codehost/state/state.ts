import { type FirstCommit, firstCommit, openBare } from "../git/mod.ts";
import { type Actions, createActions } from "./actions.ts";
import { type AlertFeeds, createAlertFeeds } from "./alerts.ts";
import { type Checks, createChecks } from "./checks.ts";
import { type Clock, createClock } from "./clock.ts";
import { type Comments, createComments } from "./comments.ts";
import { createHappenings, type Happenings } from "./happenings.ts";
import { createIssues, type Issues } from "./issues.ts";
import { createLabels, createMilestones, type Labels, type Milestones } from "./labels.ts";
import { createLimits, type Limits } from "./limits.ts";
import { createPublicMembers, type PublicMembers } from "./members.ts";
import { createPeople, type People } from "./people.ts";
import { createProjects, type Project, type Projects } from "./project.ts";
import { createPulls, type Pulls } from "./pulls.ts";
import { createReleases, type Releases } from "./releases.ts";
import { createRulesets, type Rulesets } from "./rulesets.ts";
import { createReviewComments, type ReviewComments } from "./review_comments.ts";
import { createReviews, type Reviews } from "./reviews.ts";
import { createStars, type Stars } from "./stars.ts";
import { createTokens, type Tokens, type TokenSeed } from "./token.ts";
import { createTurns, type Turns } from "./turns.ts";

/**
 * What the code host knows beside the emulator. A noun that needs more adds a field here and its
 * type in a file of its own.
 */
export interface State {
  /** Address of the host, without a trailing slash. */
  base: string;
  clock: Clock;
  tokens: Tokens;
  limits: Limits;
  paging: Paging;
  projects: Projects;
  /** Writes to a repository happen one after another, as in the platform's transactions. */
  turns: Turns;
  /** Registers a repository that the emulator made, and opens a git repository for it. */
  open(made: NewProject): Project;
  publicMembers: PublicMembers;
  /** Accounts that no token acts as. */
  people: People;
  issues: Issues;
  comments: Comments;
  /** What was done to issues. */
  happenings: Happenings;
  labels: Labels;
  milestones: Milestones;
  pulls: Pulls;
  releases: Releases;
  rulesets: Rulesets;
  reviews: Reviews;
  /** Remarks at lines of pull requests. */
  reviewComments: ReviewComments;
  /** Workflows and their runs. */
  actions: Actions;
  /** What the security scanners find. */
  alerts: AlertFeeds;
  /** Check runs and commit statuses. */
  checks: Checks;
  /** Who starred what. */
  stars: Stars;
}

/** How lists are cut into pages. */
export interface Paging {
  /** Entries to a page at most: 100, or fewer to make lists of several pages. */
  most: number;
  /** From that many issues on, a list of them has cursors in place of page numbers. */
  large: number;
  /** Entries of a recursive tree at most; a longer one is cut and says so. */
  tree: number;
}

/** A repository to open. */
export interface NewProject {
  id: number;
  owner: string;
  name: string;
  parent?: Project | undefined;
  /** What it begins with; nothing unless given. */
  first?: FirstCommit | undefined;
}

/**
 * The state of a host without any repository.
 *
 * @param folder where git repositories are kept
 */
export function createState(
  base: string,
  folder: string,
  tokens: Readonly<Record<string, TokenSeed>>,
): State {
  const clock = createClock();
  const projects = createProjects();
  return {
    base,
    clock,
    tokens: createTokens(tokens, clock),
    limits: createLimits(clock),
    paging: { most: 100, large: 10_000, tree: 100_000 },
    projects,
    turns: createTurns(),
    open: ({ id, owner, name, parent, first }) =>
      projects.add({
        id,
        owner,
        name,
        git: openBare(`${folder}/${id}.git`, first && firstCommit(first)),
        parent: parent ?? null,
        archived: false,
        pushedAt: first ? first.by.date : null,
      }),
    publicMembers: createPublicMembers(),
    people: createPeople(),
    issues: createIssues(),
    comments: createComments(),
    happenings: createHappenings(),
    labels: createLabels(),
    milestones: createMilestones(),
    pulls: createPulls(),
    releases: createReleases(),
    rulesets: createRulesets(),
    reviews: createReviews(),
    reviewComments: createReviewComments(),
    actions: createActions(base),
    alerts: createAlertFeeds(projects),
    checks: createChecks(base),
    stars: createStars(),
  };
}

/** A time as the API writes it: ISO 8601, UTC, whole seconds. */
export const apiTime = (time: number): string =>
  new Date(time).toISOString().replace(/\.\d+Z$/, "Z");

/** A time from a query as the API writes it: it may have come with fractions or another zone. */
export const wholeSeconds = (time: string): string =>
  apiTime(Math.ceil(Date.parse(time) / 1000) * 1000);
