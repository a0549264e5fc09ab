import type { Log } from "@svc/http/log";
import { eventFolder, eventPath } from "./event_file.ts";
import type { RunStore } from "./store.ts";

const DAY_MS = 86_400_000;

/** What keeping few runs takes. */
export interface TidyParts {
  /** Folder of the state. */
  folder: string;
  store: RunStore;
  limits: { keepDays: number; keepRuns: number; keepBytes: number };
  now(): Date;
  log: Log;
}

/** Runs that end between two looks, at most: a busy server has as many in an hour as others in a year. */
const RUNS_BETWEEN = 100;

/** Forgets old runs now, each day, and after many runs, until disposed. Those queued or in progress stay. */
export function keepTidy(parts: TidyParts) {
  let ended = 0;
  const tidy = () => {
    try {
      forgetOld(parts);
    } catch (error) {
      parts.log.error("runs.tidy", { error: String(error) });
    }
  };
  tidy();
  removeLeft(parts);
  const timer = setInterval(tidy, DAY_MS);
  Deno.unrefTimer(timer);
  return {
    /** Called when a run has ended. */
    ended() {
      if (++ended % RUNS_BETWEEN === 0) tidy();
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}

/** Forgets ended runs that are too old or too many, with their events. */
export function forgetOld({ folder, store, limits, now }: TidyParts): void {
  const since = new Date(now().getTime() - limits.keepDays * DAY_MS);
  const keep = { since, runs: limits.keepRuns, bytes: limits.keepBytes };
  for (const id of store.prune(keep)) removeFile(eventPath(folder, id));
}

/** Removes the events of runs that are not in the state: a server was killed between the two. */
function removeLeft({ folder, store }: TidyParts): void {
  for (const { name } of Deno.readDirSync(eventFolder(folder))) {
    const id = name.replace(/\.ndjson$/, "");
    if (store.get(id) === undefined) removeFile(`${eventFolder(folder)}/${name}`);
  }
}

function removeFile(path: string): void {
  try {
    Deno.removeSync(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
