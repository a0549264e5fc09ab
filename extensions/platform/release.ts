import type { Client } from "./client.ts";
import { failureOf } from "./failure.ts";
import { collect, PER_PAGE } from "./page.ts";
import type { RepositoryName } from "./repository_name.ts";

/** A release that exists, as far as making sure of one needs it. */
export interface ExistingRelease {
  releaseId: number;
  url: string;
  draft: boolean;
  prerelease: boolean;
}

/** Pages of releases looked through for a draft: all 10,000 that the platform lists. */
const PAGES = 100;

/**
 * The release of a tag, drafts included: these are found in the list only, and only by a token that
 * may write to the repository.
 */
export async function findRelease(
  client: Client,
  name: RepositoryName,
  tag: string,
): Promise<ExistingRelease | undefined> {
  const published = await unlessAbsent(
    client.request("GET /repos/{owner}/{repo}/releases/tags/{tag}", { ...name, tag }),
    `the release ${tag} of ${name.owner}/${name.repo}`,
  );
  if (published !== undefined) return existing(published.data);
  const pages = client.paginate.iterator("GET /repos/{owner}/{repo}/releases", {
    ...name,
    per_page: PER_PAGE,
  });
  const { items } = await collect(
    pages,
    (release) => release.tag_name === tag ? existing(release) : undefined,
    { maxItems: 1, maxPages: PAGES },
  );
  return items[0];
}

/** Turns the platform's release into ours. */
export function existing(
  release: { id: number; html_url: string; draft: boolean; prerelease: boolean },
): ExistingRelease {
  const { id, html_url, draft, prerelease } = release;
  return { releaseId: id, url: html_url, draft, prerelease };
}

/** Tags that name tags are followed this far. */
const DEEPEST_TAG = 10;

/**
 * The commit that a tag names, through annotated tags; undefined when there is no such tag.
 *
 * @throws PlatformFailure `empty_repository` when the repository has no commit at all
 */
export async function commitOfTag(
  client: Client,
  name: RepositoryName,
  tag: string,
): Promise<string | undefined> {
  const what = `the tag ${tag} of ${name.owner}/${name.repo}`;
  const ref = await unlessAbsent(
    client.request("GET /repos/{owner}/{repo}/git/ref/{ref}", { ...name, ref: `tags/${tag}` }),
    what,
  );
  let object = ref?.data.object;
  for (let depth = 0; object?.type === "tag" && depth < DEEPEST_TAG; depth++) {
    const { sha } = object;
    const annotated = await unlessAbsent(
      client.request("GET /repos/{owner}/{repo}/git/tags/{tag_sha}", { ...name, tag_sha: sha }),
      what,
    );
    object = annotated?.data.object;
  }
  return object?.sha;
}

/**
 * The commit that a branch, a tag or a commit's id names.
 *
 * @throws PlatformFailure `not_found` or `invalid` when there is none, `empty_repository`
 */
export async function commitOf(
  client: Client,
  name: RepositoryName,
  revision: string,
): Promise<string> {
  try {
    const { data } = await client.request("GET /repos/{owner}/{repo}/commits/{ref}", {
      ...name,
      ref: revision,
      // The commit's own facts; its files are not needed.
      per_page: 1,
    });
    return data.sha;
  } catch (error) {
    throw failureOf(error, `the commit ${revision} of ${name.owner}/${name.repo}`);
  }
}

/** An answer, or undefined for one that says that the thing is not there. */
async function unlessAbsent<Answer>(
  asked: Promise<Answer>,
  what: string,
): Promise<Answer | undefined> {
  try {
    return await asked;
  } catch (error) {
    const failure = failureOf(error, what);
    if (failure.code === "not_found") return undefined;
    throw failure;
  }
}
