import { type FirstCommit, firstCommit, openBare } from "../git/mod.ts";
import { type Actions, createActions } from "./actions.ts";
import { type AlertFeeds, createAlertFeeds } from "./alerts.ts";
import { type Checks, createChecks } from "./checks.ts";
import { type Clock, createClock } from "./clock.ts";
import { createIssues, type Issue, type Issues, type Label } from "./issues.ts";
import { createLimits, type Limits } from "./limits.ts";
import { createPeople, type People } from "./people.ts";
import { createProjects, type Project, type Projects, SETTINGS, type Settings } from "./project.ts";
import type { Comment, Happening, Release, Review, ReviewComment } from "./nouns.ts";
import { createPulls, type Pull, type Pulls } from "./pulls.ts";
import { createRows, createSaid, type Rows, type SaidRows } from "./rows.ts";
import { createTokens, type Tokens, type TokenSeed } from "./token.ts";
import { createTurns, type Turns } from "./turns.ts";

/**
 * What the code host knows. A noun that needs more adds a field here and its type in a file of its
 * own.
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
  /** Makes a repository, and opens a git repository for it. */
  open(made: NewProject): Project;
  people: People;
  issues: Issues;
  comments: SaidRows<Comment, Issue>;
  /** What was done to issues. */
  happenings: Rows<Happening, Issue>;
  labels: Rows<Label, Project>;
  pulls: Pulls;
  releases: Rows<Release, Project>;
  reviews: Rows<Review, Pull>;
  /** Remarks at lines of pull requests. */
  reviewComments: SaidRows<ReviewComment, Pull>;
  /** Workflows and their runs. */
  actions: Actions;
  /** What the security scanners find. */
  alerts: AlertFeeds;
  /** Check runs and commit statuses. */
  checks: Checks;
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
  owner: string;
  name: string;
  settings?: Settings;
  license?: string | null;
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
  let last = 0;
  return {
    base,
    clock,
    tokens: createTokens(tokens, clock),
    limits: createLimits(clock),
    paging: { most: 100, large: 10_000, tree: 100_000 },
    projects,
    turns: createTurns(),
    open({ owner, name, settings = SETTINGS, license = null, parent, first }) {
      const id = ++last;
      return projects.add({
        id,
        owner,
        name,
        settings,
        license,
        collaborators: new Map(),
        stars: new Set(),
        git: openBare(`${folder}/${id}.git`, first && firstCommit(first)),
        parent: parent ?? null,
        createdAt: apiTime(clock.now()),
        pushedAt: first ? first.by.date : null,
      });
    },
    people: createPeople(),
    issues: createIssues(),
    comments: createSaid(({ issue }) => issue, ({ project }) => project),
    happenings: createRows(({ issue }) => issue),
    labels: createRows(({ project }) => project),
    pulls: createPulls(),
    releases: createRows(({ project }) => project),
    reviews: createRows(({ pull }) => pull),
    reviewComments: createSaid(({ pull }) => pull, ({ project }) => project),
    actions: createActions(),
    alerts: createAlertFeeds(projects),
    checks: createChecks(),
  };
}

/** A time as the API writes it: ISO 8601, UTC, whole seconds. */
export const apiTime = (time: number): string =>
  new Date(time).toISOString().replace(/\.\d+Z$/, "Z");

/** A time from a query as the API writes it: it may have come with fractions or another zone. */
export const wholeSeconds = (time: string): string =>
  apiTime(Math.ceil(Date.parse(time) / 1000) * 1000);
