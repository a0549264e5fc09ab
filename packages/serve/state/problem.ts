import { SvcError } from "@svc/core/error";

/** What SQLite says: https://sqlite.org/rescode.html. Deno does not pass its numbers on from `exec`. */
const SAYS = {
  busy: /^database is locked/,
  full: /^database or disk is full/,
  closed: /^(?:unable to open database file|attempt to write a readonly database)/,
  damaged: /^(?:file is not a database|database disk image is malformed|malformed database schema)/,
};

/**
 * The refusal for what SQLite raised, with what an operator can do; undefined for any other error.
 *
 * @param path the database
 */
function stateProblem(path: string, cause: unknown): SvcError | undefined {
  if ((cause as { code?: unknown } | null)?.code !== "ERR_SQLITE_ERROR") return undefined;
  const { message } = cause as Error;
  if (SAYS.damaged.test(message)) return notOurs(path, "is damaged", cause);
  if (SAYS.busy.test(message)) {
    return new SvcError("lock_timeout", `Another process of svc has been writing to ${path}`, {
      hint: "Try again in a moment.",
      cause,
    });
  }
  if (SAYS.full.test(message)) {
    return new SvcError("disk_full", `The disk is full; ${path} was not changed`, {
      hint: "Make room, then try again.",
      cause,
    });
  }
  if (SAYS.closed.test(message)) {
    return new SvcError("unavailable", `${path} cannot be opened for writing`, {
      hint: "It and its folder must be yours: 'ls -la' shows whose they are.",
      cause,
    });
  }
  return undefined;
}

/** The refusal of a file that svc did not write as it is now. */
export function notOurs(path: string, what: string, cause?: unknown): SvcError {
  return new SvcError("validation_failed", `${path} ${what}`, {
    hint: "Stop 'svc serve' and restore the file from a backup, or move it away: a new one is " +
      "created, without the tokens, logins and the list of runs. Data and reports are not in it.",
    cause,
  });
}

/** Does `work`; what SQLite raises about the database at `path` becomes a refusal. */
export function withProblems<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw stateProblem(path, error) ?? error;
  }
}
