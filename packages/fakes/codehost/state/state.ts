import { type Actions, createActions } from "./actions.ts";
import { type Checks, createChecks } from "./checks.ts";
import { createProjects, type Projects } from "./project.ts";

/**
 * What the code host knows beside the emulator. A noun that needs more adds a field here and its
 * type in a file of its own.
 */
export interface State {
  /** Address of the host, without a trailing slash. */
  base: string;
  projects: Projects;
  /** Workflows and their runs. */
  actions: Actions;
  /** Check runs and commit statuses. */
  checks: Checks;
}

/** The state of a host without any repository. */
export function createState(base: string): State {
  return {
    base,
    projects: createProjects(),
    actions: createActions(base),
    checks: createChecks(base),
  };
}
