import type { Project } from "./project.ts";

/** Something that is kept. Its times are ISO 8601, UTC, whole seconds: the order of text is that of time. */
export interface Row {
  /** Unique among those of its kind, and growing. */
  id: number;
  createdAt?: string;
  /** The time it was made unless given. */
  updatedAt?: string;
}

/** A row to keep; one that comes from elsewhere brings its id along. */
export type NewRow<T extends Row> = Omit<T, "id" | "updatedAt"> & Partial<Row>;

/** Things of one kind, each of which belongs to something: to a repository, an issue, a pull request. */
export interface Rows<T extends Row, Of extends object> {
  add(row: NewRow<T>): T;
  /** Those of something, oldest first. */
  of(of: Of): readonly T[];
  find(project: Project, id: number): T | undefined;
  /** Those of a repository that changed at a time or later, by their last change. */
  changed(project: Project, since?: string | null): readonly T[];
  /** Changes a row at a time. */
  change(row: T, at: string, change?: Partial<T>): void;
  remove(row: T): void;
}

/** Nothing yet. */
export function createRows<T extends Row, Of extends object>(
  ofRow: (row: T) => Of,
  projectOf: (row: T) => Project,
): Rows<T, Of> {
  const byId = new Map<number, T>();
  const owned = new Map<Of, T[]>();
  const projects = new Map<Project, { rows: T[]; sorted: boolean }>();
  let last = 0;
  const below = (project: Project) => {
    const known = projects.get(project) ?? { rows: [], sorted: true };
    projects.set(project, known);
    return known;
  };
  return {
    add(given) {
      const row = { updatedAt: given.createdAt, id: ++last, ...given } as unknown as T;
      byId.set(row.id, row);
      const of = ofRow(row);
      if (owned.get(of)?.push(row) === undefined) owned.set(of, [row]);
      const own = below(projectOf(row));
      own.rows.push(row);
      own.sorted = false;
      return row;
    },
    of: (of) => owned.get(of) ?? [],
    find(project, id) {
      const found = byId.get(id);
      return found && projectOf(found) === project ? found : undefined;
    },
    changed(project, since) {
      const own = below(project);
      // Of a hundred thousand a few are out of place, which makes it quick.
      if (!own.sorted) own.rows.sort(byChange);
      own.sorted = true;
      return since
        ? own.rows.slice(firstPlace(own.rows, (row) => row.updatedAt! >= since))
        : own.rows;
    },
    change(row, at, change = {}) {
      Object.assign(row, change, { updatedAt: at });
      below(projectOf(row)).sorted = false;
    },
    remove(row) {
      const [of, own] = [ofRow(row), below(projectOf(row))];
      byId.delete(row.id);
      owned.set(of, owned.get(of)!.filter((one) => one !== row));
      own.rows = own.rows.filter((one) => one !== row);
    },
  };
}

/** By time, and by id what changed in the same second. */
function byChange(a: Row, b: Row): number {
  if (a.updatedAt !== b.updatedAt) return a.updatedAt! < b.updatedAt! ? -1 : 1;
  return a.id - b.id;
}

/** The first place of a sorted list from which on `holds` is true; its length when it never is. */
export function firstPlace<T>(list: readonly T[], holds: (item: T) => boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(list[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}
