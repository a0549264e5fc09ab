/** Pull requests that a text names. */
export interface NamedStack {
  /** In the order of the text, each once. */
  numbers: number[];
  /** owner/name, when addresses of pull requests tell it. */
  repo: string | undefined;
}

/** Pull requests one stack may have. */
export const MOST_PULL_REQUESTS = 50;

const ADDRESS = /https?:\/\/\S{1,200}?\/([A-Za-z0-9][\w-]*\/[\w.-]+)\/pulls?\/(\d{1,9})(?!\d)/g;
const MARK = /(?<![\w&/#.-])(?:([A-Za-z0-9][\w-]*\/[\w.-]+))?#(\d{1,9})(?!\w)/g;
const BARE = /(?<![\w.#-])(\d{1,9})(?![\w.]*\w)/g;

/**
 * Finds the pull requests in a text such as the list in a pull request's own description: addresses
 * and marks like `#12` or `owner/name#12`; numbers alone count only when there is neither.
 *
 * @throws Error when there is none, more than 50, or when they are of several repositories.
 */
export function namedStack(text: string): NamedStack {
  const addresses = [...text.matchAll(ADDRESS)].map(found);
  const marks = [...text.replaceAll(ADDRESS, " ").matchAll(MARK)].map(found);
  const all = [...addresses, ...marks].sort((one, other) => one.at - other.at);
  const named = all.length > 0 ? all : [...text.matchAll(BARE)].map((match) => ({
    at: match.index,
    repo: undefined,
    number: Number(match[1]),
  }));
  const numbers = [...new Set(named.map(({ number }) => number))].filter((number) => number > 0);
  if (numbers.length === 0) {
    throw new Error(
      `'${text.slice(0, 80)}' does not name a pull request: give URLs, or numbers such as #12 #13`,
    );
  }
  if (numbers.length > MOST_PULL_REQUESTS) {
    throw new Error(
      `The stack has ${numbers.length} pull requests; at most ${MOST_PULL_REQUESTS} are read`,
    );
  }
  return { numbers, repo: onlyRepository(named) };
}

interface Found {
  at: number;
  repo: string | undefined;
  number: number;
}

function found(match: RegExpExecArray): Found {
  return { at: match.index, repo: match[1], number: Number(match[2]) };
}

function onlyRepository(named: readonly Found[]): string | undefined {
  const repos = new Map(named.flatMap(({ repo }) => repo ? [[repo.toLowerCase(), repo]] : []));
  if (repos.size > 1) {
    throw new Error(
      `The stack names pull requests of several repositories: ${[...repos.values()].join(", ")}`,
    );
  }
  return [...repos.values()][0];
}
