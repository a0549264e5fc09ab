import { createOrdered, type Ordered } from "./ordered.ts";
import type { Project } from "./project.ts";

/** Things of one kind, each of which belongs to something: to a repository, an issue, a pull request. */
export interface Rows<T extends { id: number }, Of extends object> {
  /** Keeps a row and gives it an id, unless it has one from elsewhere. */
  add(row: Omit<T, "id">): T;
  /** Those of something, oldest first. */
  of(of: Of): readonly T[];
  remove(row: T): void;
}

/** Nothing yet. */
export function createRows<T extends { id: number }, Of extends object>(
  ofRow: (row: Omit<T, "id">) => Of,
): Rows<T, Of> {
  const rows = new Map<Of, T[]>();
  let last = 0;
  return {
    add(given) {
      const row = { id: ++last, ...given } as T;
      const own = rows.get(ofRow(row));
      if (own) own.push(row);
      else rows.set(ofRow(row), [row]);
      return row;
    },
    of: (of) => rows.get(of) ?? [],
    remove(row) {
      const of = ofRow(row);
      rows.set(of, rows.get(of)!.filter((one) => one !== row));
    },
  };
}

/** Something that somebody said. */
export interface Said {
  id: number;
  author: string;
  body: string;
  /** ISO 8601, UTC, whole seconds. */
  createdAt: string;
  updatedAt: string;
}

/** What was said, also of a whole repository by its last change. */
export interface SaidRows<T extends Said, Of extends object> extends Omit<Rows<T, Of>, "add"> {
  add(said: Omit<T, "id" | "updatedAt"> & { updatedAt?: string }): T;
  find(project: Project, id: number): T | undefined;
  /** Those of a project, by their last change. */
  all(project: Project): Ordered<T>;
  edit(said: T, body: string, at: string): void;
}

/** Nobody has said anything yet. */
export function createSaid<T extends Said, Of extends object>(
  ofRow: (row: Omit<T, "id">) => Of,
  projectOf: (of: Of) => Project,
): SaidRows<T, Of> {
  const rows = createRows<T, Of>(ofRow);
  const byId = new Map<number, T>();
  const byProject = new Map<Project, Ordered<T>>();
  const ownerOf = (row: T) => projectOf(ofRow(row));
  const all = (project: Project) => {
    const known = byProject.get(project) ?? createOrdered<T>();
    byProject.set(project, known);
    return known;
  };
  return {
    of: rows.of,
    all,
    add(given) {
      const row = rows.add({ updatedAt: given.createdAt, ...given } as unknown as Omit<T, "id">);
      byId.set(row.id, row);
      all(ownerOf(row)).add(row);
      return row;
    },
    find(project, id) {
      const found = byId.get(id);
      return found && ownerOf(found) === project ? found : undefined;
    },
    edit(row, body, at) {
      Object.assign(row, { body, updatedAt: at });
      all(ownerOf(row)).moved();
    },
    remove(row) {
      rows.remove(row);
      byId.delete(row.id);
      all(ownerOf(row)).remove(row);
    },
  };
}
