import { SvcError } from "@svc/core/error";

/** The most entries that one allow list has. */
export const MOST_ENTRIES = 100;

/** The longest entry, in characters. */
const LONGEST = 512;

/** What every name matches. */
const ANY = "*";

/** One entry of an allow list: methods of behaviors that may be run. `*` at the end stands for the rest of a name. */
export interface Runnable {
  /** A behavior's name, or a beginning of one with `*`. */
  behavior: string;
  /** A method's name, or a beginning of one with `*`. */
  method: string;
}

/**
 * What a caller may do with the behaviors of a repository. Who may run a method of a behavior may see
 * that behavior, its data, reports and runs as well.
 */
export interface Rights {
  run: readonly Runnable[];
  /** Behaviors that may only be read: names, or beginnings of names with `*`. */
  read: readonly string[];
}

/** May do everything. */
export const ALL_RIGHTS: Rights = { run: [{ behavior: ANY, method: ANY }], read: [] };

/**
 * Reads one entry of an allow list: `<behavior>` for all its methods, or `<behavior>:<method>`.
 *
 * @throws SvcError `usage` naming the entry and what is allowed
 */
export function parseRunnable(text: string): Runnable {
  const at = text.indexOf(":");
  const behavior = at < 0 ? text : text.slice(0, at);
  const method = at < 0 ? ANY : text.slice(at + 1);
  if (text.length > LONGEST || !isPattern(behavior) || !isPattern(method)) throw notAnEntry(text);
  return { behavior, method };
}

/**
 * Reads one entry of a list of what may be seen: a behavior's name, or a beginning of one with `*`.
 *
 * @throws SvcError `usage`
 */
export function parseReadable(text: string): string {
  if (text.length > LONGEST || text.includes(":") || !isPattern(text)) throw notAnEntry(text);
  return text;
}

/**
 * Reads an allow list: what may be run, as {@linkcode parseRunnable} reads it, and what may be seen. An
 * entry that stands there twice counts once.
 *
 * @throws SvcError `usage` for an invalid entry, for no entry at all, and for more than
 *   {@linkcode MOST_ENTRIES}
 */
export function parseRights({ allow, read }: {
  allow: readonly string[];
  read: readonly string[];
}): Rights {
  const run = [...new Set(allow.map((text) => runnableText(parseRunnable(text))))];
  const seen = [...new Set(read.map(parseReadable))];
  const count = run.length + seen.length;
  if (count > 0 && count <= MOST_ENTRIES) return { run: run.map(parseRunnable), read: seen };
  throw new SvcError(
    "usage",
    count === 0
      ? "An allow list without entries allows nothing"
      : `An allow list has at most ${MOST_ENTRIES} entries, not ${count}`,
    {
      hint: "Name what may be run with --allow <behavior>[:<method>], and what may only be seen " +
        "with --read <behavior>; * at the end stands for the rest of a name.",
    },
  );
}

/** Writes an entry as {@linkcode parseRunnable} reads it. */
export function runnableText({ behavior, method }: Runnable): string {
  return method === ANY ? behavior : `${behavior}:${method}`;
}

/** Whether a caller may see a behavior, its data, reports and runs. */
export function mayRead({ run, read }: Rights, behavior: string): boolean {
  return read.some((pattern) => matches(pattern, behavior)) ||
    run.some((entry) => matches(entry.behavior, behavior));
}

/** Whether a caller may run a method of a behavior, and cancel such a run. */
export function mayRun({ run }: Rights, behavior: string, method: string): boolean {
  return run.some((entry) => matches(entry.behavior, behavior) && matches(entry.method, method));
}

/** Whether a caller may see whatever behavior there is or will be: then nothing needs to be left out. */
export function mayReadAll({ run, read }: Rights): boolean {
  return read.includes(ANY) || run.some(({ behavior }) => behavior === ANY);
}

function matches(pattern: string, name: string): boolean {
  return pattern.endsWith(ANY) ? name.startsWith(pattern.slice(0, -1)) : pattern === name;
}

/** A name, with `*` at its end at most. */
function isPattern(text: string): boolean {
  const star = text.indexOf(ANY);
  return text !== "" && (star < 0 || star === text.length - 1) && !/[\p{Cc}\s]/u.test(text);
}

function notAnEntry(text: string): SvcError {
  return new SvcError("usage", `'${text.slice(0, 80)}' is not an entry of an allow list`, {
    hint: "Write <behavior> or <behavior>:<method>; * at the end of either stands for the rest.",
  });
}
