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
  /** @param version the latest unless given */
  read(path: string, version?: number): Record<string, unknown>;
  write(path: string, data: unknown, cas: unknown): Record<string, unknown>;
  deleteLatest(path: string): void;
  destroyLatest(path: string): void;
  remove(path: string): void;
  list(folder: string, after: string, limit: number): string[];
}

/** Versions that are kept unless set otherwise. */
const KEPT_VERSIONS = 10;

/** An engine without entries. */
export function kvEngine(): KvEngine {
  const entries = new Map<string, { versions: Map<number, Version>; current: number }>();
  const time = () => new Date().toISOString();
  const told = ({ data: _, ...version }: Version, number: number) => ({
    ...version,
    custom_metadata: null,
    version: number,
  });
  const existing = (path: string) => {
    const entry = entries.get(path);
    if (entry === undefined) throw new Refusal(404);
    return entry;
  };
  const latest = (path: string) => {
    const { versions, current } = existing(path);
    return versions.get(current)!;
  };
  return {
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
    deleteLatest: (path) => void (latest(path).deletion_time ||= time()),
    destroyLatest: (path) => void Object.assign(latest(path), { data: null, destroyed: true }),
    remove: (path) => void entries.delete(path),
    list(folder, after, limit) {
      const below = [...entries.keys()].filter((path) => path.startsWith(folder))
        .map((path) => path.slice(folder.length).replace(/(?<=\/).*$/, ""));
      const names = [...new Set(below)].sort().filter((name) => name > after);
      if (names.length === 0) throw new Refusal(404);
      return limit > 0 ? names.slice(0, limit) : names;
    },
  };
}
