import { cleanFeeds } from "../alerts/alerts.ts";
import { type FirstCommit, firstCommit, openBare } from "../git/mod.ts";
import { type Actions, createActions } from "./actions.ts";
import { type AlertFeeds, createAlertFeeds } from "./alerts.ts";
import type { CheckRun, Status } from "./checks.ts";
import {
  type Comment,
  createIssues,
  type Happening,
  type Issue,
  type Issues,
  type Label,
  type Pull,
  type Review,
  type ReviewComment,
} from "./issues.ts";
import { createLimits, type Limits } from "./limits.ts";
import { createPeople, type People } from "./people.ts";
import { createProjects, type Project, type Projects, SETTINGS, type Settings } from "./project.ts";
import type { Release } from "./releases.ts";
import { createRows, type Row, type Rows } from "./rows.ts";
import { apiTime, type Clock, createClock } from "./time.ts";
import { createTokens, type Tokens, type TokenSeed } from "./token.ts";

/** What the code host knows. */
export interface State {
  /** Address of the host, without a trailing slash. */
  base: string;
  clock: Clock;
  tokens: Tokens;
  limits: Limits;
  paging: Paging;
  projects: Projects;
  /** Does one thing after another for each name: writes to a repository, as in a transaction. */
  turns: <T>(name: string, act: () => Promise<T>) => Promise<T>;
  /** Makes a repository, and opens a git repository for it. */
  open(made: NewProject): Project;
  people: People;
  issues: Issues;
  comments: Rows<Comment, Issue>;
  /** What was done to issues. */
  happenings: Rows<Happening, Issue>;
  labels: Rows<Label, Project>;
  releases: Rows<Release, Project>;
  reviews: Rows<Review, Pull>;
  /** Remarks at lines of pull requests. */
  reviewComments: Rows<ReviewComment, Pull>;
  /** Workflows and their runs. */
  actions: Actions;
  /** What the security scanners find. */
  alerts: AlertFeeds;
  checkRuns: Rows<CheckRun, Project>;
  statuses: Rows<Status, Project>;
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
interface NewProject {
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
  const turns = new Map<string, Promise<unknown>>();
  let last = 0;
  return {
    base,
    clock,
    tokens: createTokens(tokens, clock),
    limits: createLimits(clock),
    paging: { most: 100, large: 10_000, tree: 100_000 },
    projects,
    turns(name, act) {
      const mine = (turns.get(name) ?? Promise.resolve()).then(act);
      turns.set(name, mine.catch(() => {}));
      return mine;
    },
    open({ owner, name, settings = SETTINGS, license = null, parent = null, first }) {
      const id = ++last;
      return projects.add({
        ...{ id, owner, name, settings, license, parent, createdAt: apiTime(clock.now()) },
        collaborators: new Map(),
        stars: new Set(),
        git: openBare(`${folder}/${id}.git`, first && firstCommit(first)),
        feeds: cleanFeeds(),
        pushedAt: first ? first.by.date : null,
      });
    },
    people: createPeople(),
    issues: createIssues(),
    comments: ofIssue(),
    happenings: ofIssue(),
    labels: ofProject(),
    releases: ofProject(),
    reviews: ofPull(),
    reviewComments: ofPull(),
    actions: createActions(),
    alerts: createAlertFeeds(projects),
    checkRuns: ofProject(),
    statuses: ofProject(),
  };
}

const ofProject = <T extends Row & { project: Project }>() =>
  createRows<T, Project>(({ project }) => project, ({ project }) => project);
const ofIssue = <T extends Row & { issue: Issue }>() =>
  createRows<T, Issue>(({ issue }) => issue, ({ issue }) => issue.project);
const ofPull = <T extends Row & { pull: Pull }>() =>
  createRows<T, Pull>(({ pull }) => pull, ({ pull }) => pull.project);
