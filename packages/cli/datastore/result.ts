import {
  type DatastoreConfiguration,
  isFilesystem,
  type SyncResult,
} from "@svc/runtime/datastores";

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
  const { pulled, pushed, removed, renumbered, refused } = sync;
  const counts = [
    `${counted(pulled, "version")} fetched`,
    `${counted(pushed, "version")} sent`,
    ...(removed === 0 ? [] : [`${counted(removed, "version")} deleted as elsewhere`]),
  ];
  const nothing = pulled + pushed + removed === 0;
  return [
    nothing ? "Everything was the same already." : `${counts.join(", ")}.`,
    ...renumbered.map(({ behavior, name, from, to }) =>
      `  renumbered ${behavior} ${name}: version ${from} is now version ${to}`
    ),
    ...refused.map(({ path, why }) => `  refused ${path}: ${why}`),
  ];
}

/** So many of something. */
export function counted(count: number, one: string): string {
  return `${count} ${count === 1 ? one : `${one}s`}`;
}
