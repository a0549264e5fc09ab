import type { Client } from "../../platform/client.ts";
import { ask } from "../../platform/failure.ts";
import { collect, PER_PAGE } from "../../platform/page.ts";
import type { RepositoryName } from "../../platform/repository_name.ts";
import { storedText } from "../../platform/stored_text.ts";

/** A review thread that waits for the author. */
export interface Thread {
  path: string;
  line: number | null;
  /** Who said the last word. */
  author: string | null;
  /** The last word. */
  body: string;
  url: string;
}

/** Comments of one pull request that are read at most. */
const MOST_COMMENTS = 1000;

/**
 * The review threads in which somebody else than the pull request's author had the last word. That a
 * thread was resolved cannot be read from the REST API.
 *
 * @throws PlatformFailure
 */
export async function unansweredThreads(
  client: Client,
  name: RepositoryName,
  number: number,
  pullAuthor: string | null,
): Promise<Thread[]> {
  const pages = client.pages("GET /repos/{owner}/{repo}/pulls/{pull_number}/comments", {
    ...name,
    pull_number: number,
    sort: "created",
    direction: "asc",
    per_page: PER_PAGE,
  });
  return await ask(`the review threads of #${number}`, async () => {
    const { items } = await collect(pages, (comment) => ({
      thread: comment.in_reply_to_id ?? comment.id,
      path: storedText(comment.path),
      line: comment.line ?? comment.original_line ?? null,
      author: comment.user?.login ?? null,
      body: storedText(comment.body),
      url: comment.html_url,
    }), { maxItems: MOST_COMMENTS });
    const last = new Map(items.map(({ thread, ...comment }) => [thread, comment]));
    return [...last.values()].filter(({ author }) => author === null || author !== pullAuthor);
  });
}
