import type { Client } from "../../platform/client.ts";
import { findMarked } from "../../platform/marker.ts";
import { collect, linkTo, type Listing, PER_PAGE } from "../../platform/page.ts";
import type { RepositoryName } from "../../platform/repository_name.ts";
import type { ApiComment } from "./comment_shape.ts";
import { withSlack } from "./since.ts";

const COMMENTS = "GET /repos/{owner}/{repo}/issues/{issue_number}/comments";

/**
 * The newest comments of an issue or pull request, oldest of them first. The API gives the oldest
 * first and no other order, so the last page is asked for by its link.
 *
 * @param most how many, at most 100
 */
export async function newestComments(
  client: Client,
  name: RepositoryName,
  number: number,
  most: number,
): Promise<Listing<ApiComment>> {
  const first = await client.request(COMMENTS, {
    ...name,
    issue_number: number,
    per_page: PER_PAGE,
  });
  const lastPage = linkTo(first.headers.link, "last");
  if (lastPage === undefined) {
    return { items: newest(first.data, most), truncated: first.data.length > most };
  }
  const last = await readPage(client, lastPage);
  let items = last.data;
  const before = linkTo(last.headers.link, "prev");
  if (items.length < most && before !== undefined) {
    items = [...(await readPage(client, before)).data, ...items];
  }
  return { items: newest(items, most), truncated: true };
}

/**
 * The comment that carries the marker and was written by the account. A stranger's comment with the
 * same marker counts for nothing.
 *
 * @param since when the write was intended, if that is known: then all comments from there on are
 *   searched, else the newest 100
 */
export async function findOwnComment(
  client: Client,
  name: RepositoryName,
  number: number,
  { marker, login, since }: { marker: string; login: string; since: string | null },
): Promise<ApiComment | undefined> {
  const { items } = since === null
    ? await newestComments(client, name, number, PER_PAGE)
    : await collect<ApiComment, ApiComment>(
      client.pages(COMMENTS, {
        ...name,
        issue_number: number,
        per_page: PER_PAGE,
        since: withSlack(since),
      }),
      (comment) => comment,
    );
  return findMarked(items, marker, login);
}

async function readPage(
  client: Client,
  url: string,
): Promise<{ data: ApiComment[]; headers: { link?: string | undefined } }> {
  return await client.request({ method: "GET", url });
}

function newest<Item>(items: readonly Item[], most: number): Item[] {
  // slice(-0) would be everything.
  return items.slice(Math.max(0, items.length - most));
}

/** Writes a comment. */
export async function postComment(
  client: Client,
  name: RepositoryName,
  number: number,
  body: string,
): Promise<ApiComment> {
  const route = "POST /repos/{owner}/{repo}/issues/{issue_number}/comments";
  return (await client.request(route, { ...name, issue_number: number, body })).data;
}
