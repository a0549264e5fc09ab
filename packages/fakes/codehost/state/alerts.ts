import type { Feeds } from "../alerts/alerts.ts";
import type { Projects } from "./project.ts";

/** What the scanners find, and how old the server is. */
export interface AlertFeeds {
  /** The feeds of a repository by `owner/name`: everything is on and clean at first. */
  of(repo: string): Feeds;
  /** Logins of security managers: they read the alerts of every repository they see. */
  managers: Set<string>;
  /** Secret types the server does not know, as an older one: it refuses a list that has one of them. */
  unknownSecretTypes: Set<string>;
  /** True for a server from before `hide_secret`: secrets come in plain text. */
  showsSecrets: boolean;
}

/** Feeds in which nothing was ever found. */
export const createAlertFeeds = (projects: Projects): AlertFeeds => ({
  of: (repository) => projects.named(repository).feeds,
  managers: new Set(),
  unknownSecretTypes: new Set(),
  showsSecrets: false,
});
