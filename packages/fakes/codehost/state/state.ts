import { type Actions, createActions } from "./actions.ts";
import { type AlertFeeds, createAlertFeeds } from "./alerts.ts";
import { type Checks, createChecks } from "./checks.ts";
import { type Clock, createClock } from "./clock.ts";
import { createLimits, type Limits } from "./limits.ts";
import { createStars, type Stars } from "./stars.ts";
import { createProjects, type Projects } from "./project.ts";
import { createTokens, type Tokens, type TokenSeed } from "./token.ts";

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
  projects: Projects;
  /** Workflows and their runs. */
  actions: Actions;
  /** What the security scanners find. */
  alerts: AlertFeeds;
  /** Check runs and commit statuses. */
  checks: Checks;
  /** Who starred what. */
  stars: Stars;
}

/** The state of a host without any repository. */
export function createState(base: string, tokens: Readonly<Record<string, TokenSeed>>): State {
  const clock = createClock();
  const projects = createProjects();
  return {
    base,
    clock,
    tokens: createTokens(tokens, clock),
    limits: createLimits(clock),
    projects,
    actions: createActions(base),
    alerts: createAlertFeeds(projects),
    checks: createChecks(base),
    stars: createStars(),
  };
}
