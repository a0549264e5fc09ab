import type { CodeHost } from "./host_shape.ts";
import { openHost } from "./host.ts";
import {
  type Change,
  change,
  fill,
  type Filling,
  planSubjects,
  type Size,
  sizeAt,
  writeHistory,
} from "./large/mod.ts";
import { createRandom } from "./random/mod.ts";
import type { State } from "./state/mod.ts";

/** Whose the large repository is, and the token to read it with. */
const OWNER = "octocat";
const NAME = "large";
const TOKEN = "ghp_large0123456789large0123456789large01";

/** How a large repository is served. */
export interface LargeOptions {
  /**
   * Whether each answer is held to the platform's description, which takes most of the time. Unless
   * given, it is below a tenth of the full size.
   */
  held?: boolean;
}

/** A code host with one large repository, made up and always the same for the same seed. */
export interface LargeRepository extends AsyncDisposable {
  host: CodeHost;
  token: string;
  owner: string;
  name: string;
  size: Size;
  /** The numbers of its open pull requests. */
  open(): number[];
  /**
   * Applies so many random changes at the host's present time, and says what was changed. Without
   * `only` they are of all kinds, most of them comments.
   */
  changes(count: number, only?: readonly Change["kind"][]): Promise<Change[]>;
}

/**
 * Starts a code host with a repository of 5,000 × `scale` pull requests, 20,000 issues and 100,000
 * comments, and everything that belongs to them: reviews, events, checks, commits, and
 * `refs/pull/N/head` of each request in one real git repository. It was last changed before
 * 2026-05-01; its clock is the machine's.
 *
 * @param scale 1 for the full size; 0.1 and 0.01 in tests
 */
export async function largeRepository(
  scale = 1,
  seed = 1,
  { held = scale < 0.1 }: LargeOptions = {},
): Promise<LargeRepository> {
  const random = createRandom(seed);
  const size = sizeAt(scale);
  const { host, state } = await openHost({
    tokens: { [TOKEN]: OWNER },
    repositories: [{ owner: OWNER, name: NAME, description: "Large" }],
  }, { held, remembered: 1_000 });
  try {
    const people = makePeople(state, size.people);
    const project = state.projects.named(`${OWNER}/${NAME}`);
    const subjects = planSubjects(random, size, people);
    const history = await writeHistory(random, project, size, subjects);
    const filling: Filling = { state, project, random, size, people, subjects, history };
    fill(filling);
    return {
      host,
      token: TOKEN,
      owner: OWNER,
      name: NAME,
      size,
      open: () =>
        state.issues.pulls(project).filter(({ issue }) => issue.open).map(({ number }) => number),
      changes: (count, only) => change(filling, count, only),
      [Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
    };
  } catch (error) {
    await host[Symbol.asyncDispose]();
    throw error;
  }
}

/** Accounts: people, some bots, one that was taken over from elsewhere, and some deleted since. */
function makePeople({ people }: State, count: number): string[] {
  const logins = Array.from({ length: count }, (_, index) => `person-${index + 1}`);
  const bots = ["dependabot[bot]", "renovate[bot]", "github-actions[bot]"];
  for (const login of logins) people.add(login);
  for (const login of bots) people.add(login, "Bot");
  people.add("imported-1", "Mannequin");
  for (const login of logins.filter((_, index) => index % 100 === 7)) people.remove(login);
  return [...logins, ...bots, "imported-1"];
}
