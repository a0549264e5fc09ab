/** Who starred which repository. */
export interface Stars {
  add(project: number, login: string): void;
  remove(project: number, login: string): void;
  has(project: number, login: string): boolean;
  /** Stars of a repository, by its id. */
  count(project: number): number;
}

/** No stars at all. */
export function createStars(): Stars {
  const logins = new Map<number, Set<string>>();
  return {
    add(project, login) {
      const all = logins.get(project) ?? new Set();
      logins.set(project, all.add(login));
    },
    remove: (project, login) => void logins.get(project)?.delete(login),
    has: (project, login) => logins.get(project)?.has(login) ?? false,
    count: (project) => logins.get(project)?.size ?? 0,
  };
}
