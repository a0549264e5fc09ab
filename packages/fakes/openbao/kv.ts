/** One version of an entry. */
interface Version {
  data: Record<string, unknown> | null;
  created_time: string;
  deletion_time: string;
  destroyed: boolean;
}

/** Why the engine refuses: the status and the text of its answer. */
export class Refusal extends Error {
  constructor(readonly status: number, ...errors: string[]) {
    super(errors.join("; "));
    this.errors = errors;
  }
  readonly errors: string[];
}

/** A key/value engine of version 2: entries by path, each with its versions. */
export interface KvEngine {
  /** The engine's own setting: whether a write has to say which version it follows. */
  casRequired: boolean;
  /** @param version the latest unless given */
  read(path: string, version?: number): Record<string, unknown>;
  write(path: string, data: unknown, cas: unknown): Record<string, unknown>;
  deleteLatest(path: string): void;
  mark(path: string, versions: unknown, as: "delete" | "undelete" | "destroy"): void;
  metadata(path: string): Record<string, unknown>;
  remove(path: string): void;
  list(folder: string, after: string, limit: number): string[];
}

/** Versions that are kept unless set otherwise. */
const KEPT_VERSIONS = 10;

/** An engine without entries. */
export function kvEngine(now: () => Date = () => new Date()): KvEngine {
  const entries = new Map<string, { versions: Map<number, Version>; current: number }>();
  const time = () => now().toISOString();
  const told = (version: Version, number: number) => ({
    created_time: version.created_time,
    custom_metadata: null,
    deletion_time: version.deletion_time,
    destroyed: version.destroyed,
    version: number,
  });
  const existing = (path: string) => {
    const entry = entries.get(path);
    if (entry === undefined) throw new Refusal(404);
    return entry;
  };
  const engine: KvEngine = {
    casRequired: false,
    read(path, wanted = 0) {
      const { versions, current } = existing(path);
      const number = wanted === 0 ? current : wanted;
      const version = versions.get(number);
      if (version === undefined) throw new Refusal(404);
      const gone = version.destroyed || version.deletion_time !== "";
      return { data: gone ? null : version.data, metadata: told(version, number) };
    },
    write(path, data, cas) {
      if (typeof data !== "object" || data === null || Array.isArray(data)) {
        throw new Refusal(400, "no data provided");
      }
      const entry = entries.get(path) ?? { versions: new Map<number, Version>(), current: 0 };
      if (engine.casRequired && cas === undefined) {
        throw new Refusal(400, "check-and-set parameter required for this call");
      }
      if (cas !== undefined && cas !== entry.current) {
        throw new Refusal(400, "check-and-set parameter did not match the current version");
      }
      const version: Version = {
        data: structuredClone(data as Record<string, unknown>),
        created_time: time(),
        deletion_time: "",
        destroyed: false,
      };
      entry.versions.set(++entry.current, version);
      entry.versions.delete(entry.current - KEPT_VERSIONS);
      entries.set(path, entry);
      return told(version, entry.current);
    },
    deleteLatest(path) {
      const { versions, current } = entries.get(path) ?? { versions: new Map(), current: 0 };
      const version = versions.get(current);
      if (version !== undefined) version.deletion_time ||= time();
    },
    mark(path, numbers, as) {
      const { versions } = existing(path);
      for (const number of numbers as number[]) {
        const version = versions.get(Number(number));
        if (version === undefined) continue;
        if (as === "destroy") Object.assign(version, { data: null, destroyed: true });
        else version.deletion_time = as === "delete" ? version.deletion_time || time() : "";
      }
    },
    metadata(path) {
      const { versions, current } = existing(path);
      const times = [...versions.values()].map((one) => one.created_time);
      return {
        cas_required: false,
        created_time: times[0],
        current_version: current,
        custom_metadata: null,
        delete_version_after: "0s",
        max_versions: 0,
        oldest_version: Math.min(...versions.keys()),
        updated_time: times.at(-1),
        versions: Object.fromEntries(
          [...versions].map(([number, { created_time, deletion_time, destroyed }]) =>
            [String(number), { created_time, deletion_time, destroyed }] as const
          ),
        ),
      };
    },
    remove: (path) => void entries.delete(path),
    list(folder, after, limit) {
      const below = [...entries.keys()].filter((path) => path.startsWith(folder))
        .map((path) => path.slice(folder.length).replace(/(?<=\/).*$/, ""));
      const names = [...new Set(below)].sort().filter((name) => name > after);
      if (names.length === 0) throw new Refusal(404);
      return limit > 0 ? names.slice(0, limit) : names;
    },
  };
  return engine;
}
