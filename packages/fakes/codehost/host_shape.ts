import type { GhEnvironment } from "./gh.ts";
import type { Faults } from "./front/faults.ts";
import type {
  Actions,
  AlertFeeds,
  Block,
  Clock,
  Limits,
  OrganizationSeed,
  Paging,
  Tokens,
  TokenSeed,
} from "./state/mod.ts";
import type { Upstream } from "./upstream/upstream.ts";

/** What the code host holds from the start. */
export interface CodeHostSeed {
  /** Access tokens to whose they are, or to what they are. */
  tokens: Readonly<Record<string, TokenSeed>>;
  repositories: readonly RepositorySeed[];
  organizations?: readonly OrganizationSeed[];
}

/** A repository that exists from the start. */
export interface RepositorySeed {
  owner: string;
  name: string;
  description?: string;
  language?: string;
  private?: boolean;
}

/** A request the code host received. */
export interface ReceivedRequest {
  method: string;
  path: string;
  authorization: string | null;
  /** Whether it came under `/api/v3`, which is not part of its path here. */
  enterprise: boolean;
}

/** A running stand-in for the code host's REST API. */
export interface CodeHost extends AsyncDisposable, Faults {
  /** Address of the API, without a trailing slash. It is also served under `/api/v3`. */
  url: string;
  /** The host's time. */
  clock: Clock;
  /** The tokens it knows. One that is added acts as somebody who is known from the start. */
  tokens: Tokens;
  /** How many calls it takes. */
  limits: Limits;
  /** How lists are cut into pages. */
  paging: Paging;
  /** Workflows and their runs. */
  actions: Actions;
  /** What the security scanners find. */
  alerts: AlertFeeds;
  /** What happens upstream and no call of the API does: force pushes, deletions, transfers … */
  upstream: Upstream;
  /** Every request so far, oldest first; of a large repository the latest ones. */
  received: readonly ReceivedRequest[];
  /**
   * How many requests came for each operation: `GET /repos/{owner}/{repo}/issues`, also by the
   * repository's id, and `git /info/refs`.
   */
  counts: ReadonlyMap<string, number>;
  /**
   * What clients sent or the host answered that the platform's published description does not
   * allow. Disposing the host throws when there is any, so the test fails; a test that means to
   * break the description empties the list.
   */
  violations: string[];
  /** Calls the API with a token, as a person would, to make state; throws on a refusal. */
  call(token: string, method: string, path: string, body?: object): Promise<unknown>;
  /** Takes a repository down, given by `owner/name`: nobody reads or writes it any more. */
  block(repository: string, block: Block): void;
  /** The variables with which the real `gh` talks to this host as github.com, with that token. */
  gh(token: string): Promise<GhEnvironment>;
}
