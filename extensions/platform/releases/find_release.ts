import type { Client } from "../client.ts";
import { askIfThere } from "../failure.ts";
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
export function releaseFacts({ id, html_url, draft, prerelease }: ApiRelease): ReleaseFacts {
  return { id, url: html_url, draft, prerelease };
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
  return await askIfThere(`the release ${tag} of ${fullName(name)}`, async () => {
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
