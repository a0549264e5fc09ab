import {
  aheadText,
  type DatastoreConfiguration,
  isFilesystem,
  overtakenText,
  type SyncResult,
} from "@svc/runtime/datastores";
import { counted } from "../frame/counted.ts";

/** A datastore as results show it. Values of a configuration may be credentials and are left out. */
export function placeOf(
  configuration: DatastoreConfiguration,
): { type: string; path?: string } {
  const { type } = configuration;
  return isFilesystem(configuration) ? { type, path: configuration.path } : { type };
}

/** A datastore in a line. */
export function placeText({ type, path }: { type: string; path?: string }): string {
  return path === undefined ? type : `${type} ${path}`;
}

/** What came and went, a line each. */
export function syncLines(sync: SyncResult): string[] {
  const { pulled, pushed, removed, removedThere, runs, lost, busy, renumbered, refused, unknown } =
    sync;
  const order = [...sync.overtaken.map(overtakenText), ...sync.ahead.map(aheadText)];
  const counts = [
    ...part(pulled, "version", "fetched"),
    ...part(pushed, "version", "sent"),
    ...part(removed, "version", "deleted here, as elsewhere"),
    ...part(removedThere, "version", "deleted there, as here"),
    ...part(runs.pulled, "run", "fetched"),
    ...part(runs.pushed, "run", "sent"),
  ];
  return [
    counts.length === 0 ? "Already up to date." : `${counts.join(", ")}.`,
    ...(lost === 0 ? [] : [`The datastore had lost ${counted(lost, "version")}; sent again.`]),
    ...renumbered.map(({ behavior, name, from, to }) =>
      `  renumbered ${behavior} ${name}: version ${from} is now version ${to}`
    ),
    ...order.map((line) => `  ${line}`),
    ...busy.map((behavior) => `  skipped ${behavior}: a run is using its data`),
    ...(unknown === 0 ? [] : [
      `  left the data of ${counted(unknown, "behavior")} there that ${
        unknown === 1 ? "is" : "are"
      } not in this repository`,
    ]),
    ...refused.map(({ path, why }) => `  refused ${path}: ${why}`),
  ];
}

function part(count: number, one: string, what: string): string[] {
  return count === 0 ? [] : [`${counted(count, one)} ${what}`];
}
