import type { Handler, Routes } from "../call/mod.ts";
import { accountRoutes } from "./accounts.ts";
import { actionsRoutes } from "./actions.ts";
import { alertRoutes } from "./alerts.ts";
import { checkRoutes } from "./checks.ts";
import { commentRoutes } from "./comments.ts";
import { commitRoutes } from "./commits.ts";
import { contentRoutes } from "./contents.ts";
import { gitDataRoutes } from "./git_data.ts";
import { issueRoutes } from "./issues.ts";
import { pullRoutes } from "./pulls.ts";
import { releaseRoutes } from "./releases.ts";
import { repositoryRoutes } from "./repositories.ts";
import { repositoryListRoutes } from "./repository_lists.ts";
import { searchRoutes } from "./search.ts";

/**
 * How to add an operation:
 *
 * 1. Write a handler in the file of its noun beside this one, under the method and path template
 *    that the description has. It gets a `Call` and gives a `Response`: `json`, `empty`, `paged`
 *    and `repositoryOf` of `../call/mod.ts` do the common part; throw a `Refusal` to refuse. What
 *    it says nothing of is filled in from the description: it gives what it knows, and `url`.
 * 2. A noun with state of its own gets a field in `../state/state.ts`.
 * 3. List the noun's table below.
 *
 * Every request and answer is checked against the description on its way, so a missing field or
 * an unlisted status fails the test that meets it. An operation that is in no table does too.
 */
const TABLES: readonly Routes[] = [
  accountRoutes,
  actionsRoutes,
  alertRoutes,
  checkRoutes,
  commentRoutes,
  commitRoutes,
  contentRoutes,
  gitDataRoutes,
  issueRoutes,
  pullRoutes,
  releaseRoutes,
  repositoryRoutes,
  repositoryListRoutes,
  searchRoutes,
];

const HANDLERS: ReadonlyMap<string, Handler> = new Map(
  TABLES.flatMap((table) => Object.entries(table)),
);

/** The handler of an operation, or undefined. */
export const handlerOf = (route: string): Handler | undefined => HANDLERS.get(route);

/** Every operation the code host answers. */
export const ROUTES: readonly string[] = TABLES.flatMap((table) => Object.keys(table));
