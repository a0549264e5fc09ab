import type { Feeds } from "../alerts/alerts.ts";
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
  /** What the scanners say of it. */
  feeds: Feeds;
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
  has_downloads: true,
  archived: false,
  allow_forking: true,
  allow_merge_commit: true,
  allow_squash_merge: true,
  allow_rebase_merge: true,
};

/** What is sent beside settings when a repository is made or changed. */
const NO_SETTINGS = new Set(["name", "auto_init", "license_template", "gitignore_template"]);

export type Settings = typeof SETTINGS;

/** Settings with those that a request changes. */
export function changedSettings(
  before: Settings,
  sent: Readonly<Record<string, unknown>>,
): Settings {
  const known = Object.entries(sent).filter(([name]) => !NO_SETTINGS.has(name));
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
  /** The one of `owner/name`. @throws Error when there is none */
  named(repository: string): Project;
  byId(id: number): Project | undefined;
  /** The repository that had this address and moved away. A new one of that name hides it. */
  movedFrom(owner: string, name: string): Project | undefined;
  rename(project: Project, name: string): void;
  remove(id: number): void;
  /** Everything, oldest first. */
  all(): readonly Project[];
  /** The repository and every fork of it, of its parent, and so on. */
  network(project: Project): readonly Project[];
}

/** An empty list of repositories. */
export function createProjects(): Projects {
  const projects = new Map<number, Project>();
  const former = new Map<string, Project>();
  const key = (owner: string, name: string) => `${owner}/${name}`.toLowerCase();
  const find = (owner: string, name: string) =>
    [...projects.values()].find((one) => key(one.owner, one.name) === key(owner, name));
  return {
    add(project) {
      projects.set(project.id, project);
      return project;
    },
    find,
    named(repository) {
      const [owner = "", name = ""] = repository.split("/");
      const project = find(owner, name);
      if (project === undefined) throw new Error(`there is no repository ${repository}`);
      return project;
    },
    byId: (id) => projects.get(id),
    movedFrom(owner, name) {
      const project = find(owner, name) ? undefined : former.get(key(owner, name));
      return project && projects.get(project.id);
    },
    rename(project, name) {
      former.set(key(project.owner, project.name), project);
      project.name = name;
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
