import type { Bare } from "../git/mod.ts";

/** A repository of the code host. Its id stays when it is renamed or transferred. */
export interface Project {
  id: number;
  owner: string;
  name: string;
  /** Refs, files and history. */
  git: Bare;
  /** The repository it is a fork of. */
  parent: Project | null;
  /** What is set by the API. */
  settings: Settings;
  /** What people may do in it who are neither its owner nor of its organization, by login. */
  collaborators: Map<string, Level>;
  /** Logins of those who starred it. */
  stars: Set<string>;
  /** The key of its license. */
  license: string | null;
  /** ISO 8601. */
  createdAt: string;
  /** Why it was taken down, if it was. */
  blocked?: Block;
  /** When something was last pushed, ISO 8601. */
  pushedAt: string | null;
}

/** What somebody may do in a repository, the least first. */
export const LEVELS = ["none", "read", "triage", "write", "maintain", "admin"] as const;
export type Level = typeof LEVELS[number];

/** What a new repository is set to, named as in the API. */
export const SETTINGS = {
  description: null as string | null,
  homepage: null as string | null,
  language: null as string | null,
  private: false,
  visibility: "public",
  default_branch: "main",
  topics: [] as readonly string[],
  has_issues: true,
  has_projects: true,
  has_wiki: true,
  has_pages: false,
  has_downloads: true,
  has_discussions: false,
  is_template: false,
  archived: false,
  disabled: false,
  allow_forking: true,
  allow_merge_commit: true,
  allow_squash_merge: true,
  allow_rebase_merge: true,
  allow_auto_merge: false,
  allow_update_branch: false,
  delete_branch_on_merge: false,
  web_commit_signoff_required: false,
};
export type Settings = typeof SETTINGS;

/** Settings with those that a request changes. */
export function changedSettings(
  before: Settings,
  sent: Readonly<Record<string, unknown>>,
): Settings {
  const known = Object.entries(sent).filter(([name]) => Object.hasOwn(SETTINGS, name));
  const hidden = sent.visibility === undefined ? sent.private : sent.visibility !== "public";
  const closed = hidden === undefined
    ? {}
    : { private: hidden, visibility: sent.visibility ?? (hidden ? "private" : "public") };
  return { ...before, ...Object.fromEntries(known), ...closed } as Settings;
}

/** Why a repository was taken down. */
export interface Block {
  /** For example `dmca`. */
  reason: string;
  /** The notice. */
  url: string;
  /** ISO 8601. */
  since: string;
}

/** Every repository, found by its address as people write it: capitals do not matter. */
export interface Projects {
  add(project: Project): Project;
  find(owner: string, name: string): Project | undefined;
  byId(id: number): Project | undefined;
  /** The repository that had this address and moved away. A new one of that name hides it. */
  movedFrom(owner: string, name: string): Project | undefined;
  /** Renames or transfers. */
  move(id: number, owner: string, name: string): void;
  remove(id: number): void;
  /** Everything, oldest first. */
  all(): readonly Project[];
  /** The repository and every fork of it, of its parent, and so on. */
  network(project: Project): readonly Project[];
}

/** An empty list of repositories. */
export function createProjects(): Projects {
  const projects = new Map<number, Project>();
  const former = new Map<string, number>();
  const key = (owner: string, name: string) => `${owner}/${name}`.toLowerCase();
  const find = (owner: string, name: string) =>
    [...projects.values()].find((one) => key(one.owner, one.name) === key(owner, name));

  return {
    add(project) {
      projects.set(project.id, project);
      return project;
    },
    find,
    byId: (id) => projects.get(id),
    movedFrom(owner, name) {
      const id = find(owner, name) ? undefined : former.get(key(owner, name));
      return id === undefined ? undefined : projects.get(id);
    },
    move(id, owner, name) {
      const project = projects.get(id)!;
      former.set(key(project.owner, project.name), id);
      Object.assign(project, { owner, name });
    },
    remove: (id) => void projects.delete(id),
    all: () => [...projects.values()],
    network: (project) =>
      [...projects.values()].filter((one) => sourceOf(one) === sourceOf(project)),
  };
}

/** The repository that all of a network stem from. */
export const sourceOf = (project: Project): Project =>
  project.parent ? sourceOf(project.parent) : project;
