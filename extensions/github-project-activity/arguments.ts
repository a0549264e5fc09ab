/** Global arguments of the ledger, as the schema of the type gives them. */
export interface LedgerArguments {
  /** Needed by the methods that ask GitHub. */
  githubToken?: string | undefined;
  owner?: string | undefined;
  repo?: string | undefined;
  /** What reports call the project; `owner/repo` when left out. */
  projectName?: string | undefined;
  /** owner/name of forks to look at beside those that GitHub lists. */
  knownForks: string[];
  /** Whether events that only this ledger or the token's owner may see are kept and shown. */
  includePrivateEvents: boolean;
  defaultBackfillWindowDays: number;
  staleInactivityDays: number;
  /** Logins whose own duties the briefing shows. */
  personalGithubHandles: string[];
}
