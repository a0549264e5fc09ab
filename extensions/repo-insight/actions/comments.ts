import type { Client } from "../../platform/client.ts";
import { findMarked, withMarker } from "../../platform/marker.ts";
import { collect, linkTo, type Listing, PER_PAGE } from "../../platform/page.ts";
import type { RepositoryName } from "../../platform/repository_name.ts";
import { actOnce, type Effect } from "./act_once.ts";
import type { ApiComment } from "./comment_shape.ts";
import type { ActionDetails, Journal } from "./journal.ts";
import { withSlack } from "./since.ts";

const COMMENTS = "/repos/{owner}/{repo}/issues/{issue_number}/comments";

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
  const first = await client.request(`GET ${COMMENTS}`, {
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
async function findOwnComment(
  client: Client,
  name: RepositoryName,
  number: number,
  { marker, login, since }: { marker: string; login: string; since: string | null },
): Promise<ApiComment | undefined> {
  const { items } = since === null
    ? await newestComments(client, name, number, PER_PAGE)
    : await collect<ApiComment, ApiComment>(
      client.pages(`GET ${COMMENTS}`, {
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

/**
 * Comments under the journal's key, unless an earlier run did.
 *
 * @param comment.body without the marker, which is added to it
 */
export async function commentOnce(
  client: Client,
  journal: Journal,
  { what, name, number, body, intent }: {
    what: string;
    name: RepositoryName;
    number: number;
    body: string;
    intent: ActionDetails & { performedBy: string };
  },
): Promise<Effect<ApiComment>> {
  const { marker } = journal;
  return await actOnce(journal, {
    what,
    intent,
    look: (since) =>
      findOwnComment(client, name, number, { marker, login: intent.performedBy, since }),
    async write() {
      const marked = { ...name, issue_number: number, body: withMarker(body, marker) };
      return (await client.request(`POST ${COMMENTS}`, marked)).data;
    },
  });
}
