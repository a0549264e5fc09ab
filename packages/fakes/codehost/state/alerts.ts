import type { CodeScanningSeed, DependabotSeed, SecretSeed } from "../alerts/mod.ts";
import type { Projects } from "./project.ts";

/** What the scanners say of one repository. A test changes it in place; alerts count from 1. */
export interface RepositoryFeeds {
  codeScanning: { state: "on" | "off" | "no-analysis"; alerts: CodeScanningSeed[] };
  dependabot: { state: "on" | "off"; alerts: DependabotSeed[] };
  secretScanning: { state: "on" | "off"; alerts: SecretSeed[] };
}

/** What the scanners find, and how old the server is. */
export interface AlertFeeds {
  /** The feeds of a repository by `owner/name`: everything is on and clean at first. */
  of(repo: string): RepositoryFeeds;
  /** The feeds of a repository by its id, which stays when it is renamed. */
  byId(id: number): RepositoryFeeds;
  /** Logins of security managers: they read the alerts of every repository they see. */
  managers: Set<string>;
  /** Secret types the server does not know, as an older one: it refuses a list that has one of them. */
  unknownSecretTypes: Set<string>;
  /** True for a server from before `hide_secret`: secrets come in plain text. */
  showsSecrets: boolean;
}

/** Feeds in which nothing was ever found. */
export function createAlertFeeds(projects: Projects): AlertFeeds {
  const feeds = new Map<number, RepositoryFeeds>();
  const byId = (id: number) => {
    if (!feeds.has(id)) feeds.set(id, cleanFeeds());
    return feeds.get(id)!;
  };
  return {
    of(repo) {
      const [owner = "", name = ""] = repo.split("/");
      const project = projects.find(owner, name);
      if (project === undefined) throw new Error(`there is no repository ${repo}`);
      return byId(project.id);
    },
    byId,
    managers: new Set(),
    unknownSecretTypes: new Set(),
    showsSecrets: false,
  };
}

function cleanFeeds(): RepositoryFeeds {
  return {
    codeScanning: { state: "on", alerts: [] },
    dependabot: { state: "on", alerts: [] },
    secretScanning: { state: "on", alerts: [] },
  };
}
