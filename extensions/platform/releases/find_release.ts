import type { Client } from "../client.ts";
import { askIfThere, failureOf } from "../failure.ts";
import { writeOnce, writeUnrepeated } from "../lost_answer.ts";
import type { Listed } from "../pages.ts";
import { collect, PER_PAGE } from "../page.ts";
import { fullName, type RepositoryName } from "../repository_name.ts";

/** Pages looked through for a draft: all of them, since the platform lists 10,000 releases at most. */
const MOST_PAGES = 100;

/** A release that exists. */
export interface ReleaseFacts {
  id: number;
  url: string;
  draft: boolean;
  prerelease: boolean;
}

/** A release of the API. */
type ApiRelease = Listed<"GET /repos/{owner}/{repo}/releases">;

/** The facts of an answer of the API. */
function releaseFacts({ id, html_url, draft, prerelease }: ApiRelease): ReleaseFacts {
  return { id, url: html_url, draft, prerelease };
}

/** What a release that is created is to be. */
export interface NewRelease {
  tag: string;
  /** Title; the tag unless given. */
  name?: string | undefined;
  body?: string | undefined;
  draft?: boolean | undefined;
  prerelease?: boolean | undefined;
  /** Commit to put a new tag on; the tip of the default branch unless given. */
  target?: string | undefined;
}

/** A release that is there now. */
export interface MadeRelease {
  facts: ReleaseFacts;
  outcome: "created" | "exists";
}

/**
 * Creates the release of a tag; one that something else made meanwhile is found.
 *
 * @throws PlatformFailure what any write may fail with
 */
export async function makeRelease(
  client: Client,
  repository: RepositoryName,
  { tag, name = tag, body, draft = false, prerelease = false, target }: NewRelease,
): Promise<MadeRelease> {
  const find = async (): Promise<MadeRelease | undefined> => {
    const facts = await findRelease(client, repository, tag);
    return facts && { facts, outcome: "exists" };
  };
  const create = async (): Promise<MadeRelease> => {
    const { data } = await client.request("POST /repos/{owner}/{repo}/releases", {
      ...repository,
      tag_name: tag,
      name,
      draft,
      prerelease,
      ...(target === undefined ? {} : { target_commitish: target }),
      ...(body === undefined ? {} : { body }),
    });
    return { facts: releaseFacts(data), outcome: "created" };
  };
  try {
    // The platform takes a second draft of a tag, but no second published release.
    return await (draft ? writeUnrepeated : writeOnce)(create, find);
  } catch (error) {
    const failure = failureOf(error, releaseLabel(repository, tag));
    const found = failure.code === "already_exists" ? await find() : undefined;
    if (found === undefined) throw failure;
    return found;
  }
}

/** How messages name a release. */
export function releaseLabel(name: RepositoryName, tag: string): string {
  return `the release ${tag} of ${fullName(name)}`;
}

/**
 * The release of a tag, published or a draft; undefined when there is none. Drafts are not found by
 * their tag, so they are looked for in the list.
 */
export async function findRelease(
  client: Client,
  name: RepositoryName,
  tag: string,
): Promise<ReleaseFacts | undefined> {
  return await publishedRelease(client, name, tag) ?? await draftRelease(client, name, tag);
}

async function publishedRelease(
  client: Client,
  name: RepositoryName,
  tag: string,
): Promise<ReleaseFacts | undefined> {
  return await askIfThere(releaseLabel(name, tag), async () => {
    const { data } = await client.request("GET /repos/{owner}/{repo}/releases/tags/{tag}", {
      ...name,
      tag,
    });
    return releaseFacts(data);
  });
}

async function draftRelease(
  client: Client,
  name: RepositoryName,
  tag: string,
): Promise<ReleaseFacts | undefined> {
  const pages = client.pages("GET /repos/{owner}/{repo}/releases", {
    ...name,
    per_page: PER_PAGE,
  });
  const { items } = await collect(
    pages,
    (release) => release.tag_name === tag ? releaseFacts(release) : undefined,
    { maxPages: MOST_PAGES },
  );
  return items[0];
}
