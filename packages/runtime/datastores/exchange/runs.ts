import { infoOf } from "../../base/files/stamp.ts";
import { removeIfPresent } from "../../base/files/remove.ts";
import { UUID } from "@svc/core/name";
import { parentOf } from "../../base/files/path.ts";
import { ownPath } from "../../repository/links.ts";
import type { Repository } from "../../repository/repository.ts";
import { runStamp } from "../../repository/run_stamp.ts";
import {
  baseOf,
  idOf,
  type KnownRuns,
  type LocalRun,
  localRuns,
  pathOf,
  readKnownRuns,
  writeKnownRuns,
} from "./local_runs.ts";
import type { Outgoing } from "./outgoing.ts";
import { runPath } from "./paths.ts";
import { Refused } from "./refusal.ts";
import { readRunHeader, takeRunFile, writeRunFile } from "./run_file.ts";

/** How runs are merged. */
export interface RunsOptions {
  repository: Repository;
  exchange: string;
  store: string;
  /** Ids of the runs in the exchange folder, by behavior. */
  present: ReadonlyMap<string, ReadonlySet<string>>;
  /** False for behaviors that are left out. */
  isWanted(definition: string): boolean;
  out?: Outgoing | undefined;
  refuse(what: string, why: string): void;
  signal?: AbortSignal | undefined;
}

/**
 * Adds to each side the runs that only the other one has. A record is written once, when its run ends,
 * and never changes. One that was here and is gone does not come back, and stays in the store.
 */
export async function mergeRuns(options: RunsOptions) {
  const { repository, present, isWanted } = options;
  const known = readKnownRuns(repository, options.store);
  const runs = (await localRuns(repository)).filter(({ definition }) =>
    isWanted(definition.toLowerCase())
  );
  const before = known.ids.size;
  const here = new Map<string, LocalRun>();
  for (const run of runs) {
    const base = baseOf(run);
    const id = known.ids.get(base) ?? idOf(repository, run);
    known.ids.set(base, id);
    here.set(id, run);
  }
  const seen = new Set([...known.ids.values()]);
  let pulled = 0;
  for (const [definition, ids] of present) {
    for (const id of ids) {
      options.signal?.throwIfAborted();
      if (!seen.has(id) && takeRun({ id, definition }, known, options)) pulled++;
    }
  }
  const unsent = [...here].filter(([id, { definition }]) =>
    !known.sent.has(id) || !present.get(definition.toLowerCase())?.has(id)
  );
  const sent = options.out === undefined ? [] : await sendRuns(unsent, options, options.out);
  if (pulled > 0 || known.ids.size !== before) await writeKnownRuns(repository, known);
  return {
    pulled,
    sent: sent.filter((id) => !known.sent.has(id)).length,
    async confirm() {
      if (sent.every((id) => known.sent.has(id))) return;
      for (const id of sent) known.sent.add(id);
      await writeKnownRuns(repository, known);
    },
  };
}

function takeRun(
  place: { id: string; definition: string },
  known: KnownRuns,
  { repository, exchange, refuse }: RunsOptions,
): boolean {
  const path = ownPath(exchange, runPath(place.definition, place.id));
  try {
    const run = freePlace(repository, readRunHeader(path, place), known);
    const target = pathOf(repository, run);
    Deno.mkdirSync(parentOf(target), { recursive: true });
    const aside = `${parentOf(target)}/.${place.id}`;
    for (const left of [`${aside}.yaml`, `${aside}.log`]) removeIfPresent(left);
    const header = takeRunFile(path, place, { record: `${aside}.yaml`, log: `${aside}.log` });
    // The record last: with it the run is here.
    if (header.log !== undefined) Deno.renameSync(`${aside}.log`, `${target}.log`);
    Deno.renameSync(`${aside}.yaml`, `${target}.yaml`);
    known.ids.set(baseOf(run), place.id);
    known.sent.add(place.id);
    return true;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    refuse(path, error.message);
    return false;
  }
}

/** The place of a run; a millisecond later while another machine's run has it. */
function freePlace(repository: Repository, run: LocalRun, known: KnownRuns): LocalRun {
  for (let tries = 0; tries < 1000; tries++) {
    const time = run.stamp.replace(/T(\d{2})-(\d{2})-(\d{2})-(\d{3})Z$/, "T$1:$2:$3.$4Z");
    const later = new Date(Date.parse(time) + tries);
    if (Number.isNaN(later.getTime())) throw new Refused("its time is not valid");
    const place = { ...run, stamp: runStamp(later) };
    const path = pathOf(repository, place);
    if (!known.ids.has(baseOf(place)) && !infoOf(`${path}.yaml`) && !infoOf(`${path}.log`)) {
      return place;
    }
  }
  throw new Refused("there is no room for it");
}

async function sendRuns(
  runs: readonly (readonly [string, LocalRun])[],
  { repository, refuse, signal }: RunsOptions,
  out: Outgoing,
): Promise<string[]> {
  const sent: string[] = [];
  for (const [id, run] of runs) {
    signal?.throwIfAborted();
    const path = pathOf(repository, run);
    const definition = run.definition.toLowerCase();
    if (!UUID.test(definition)) continue;
    const log = infoOf(`${path}.log`) ? { log: `${path}.log` } : {};
    try {
      await out.put(runPath(definition, id), (target) => {
        const { type, method, stamp } = run;
        const about = { id, definition: run.definition, type, method, stamp };
        writeRunFile(about, { record: `${path}.yaml`, ...log }, target);
      });
      sent.push(id);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refuse(`${path}.yaml`, error.message);
    }
  }
  return sent;
}
