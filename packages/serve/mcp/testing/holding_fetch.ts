/**
 * A `fetch` for the official client that holds its answers. That client keeps the body of an answer
 * alone, and in Deno 2.9 an abort reaches the body only while somebody holds the answer itself: once
 * the garbage was collected, a client that gives up would go on reading, and nobody could notice.
 */
export function holdingFetch(): (url: string | URL, init?: RequestInit) => Promise<Response> {
  const held: Response[] = [];
  return async (url, init) => {
    const response = await fetch(url, init);
    held.push(response);
    return response;
  };
}
