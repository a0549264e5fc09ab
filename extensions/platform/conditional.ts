import type { Client } from "./client.ts";

/** An answer as the client library gives it. */
type Answer = Awaited<ReturnType<Client["request"]>>;

/**
 * Makes the client remember the answers to its reads, so that asking again costs nothing when
 * nothing changed: the platform answers 304, which does not count against the limit, and the
 * earlier answer is given. For methods that poll; what is remembered lives as long as the client.
 */
export function rememberAnswers(client: Client): void {
  const known = new Map<string, { etag: string; answer: Answer }>();
  client.hook.wrap("request", async (request, options) => {
    const { method, url } = client.request.endpoint.parse(options);
    if (method !== "GET") return await request(options);
    const before = known.get(url);
    try {
      const answer = await request(
        before === undefined
          ? options
          : { ...options, headers: { ...options.headers, "if-none-match": before.etag } },
      );
      const { etag } = answer.headers;
      if (etag !== undefined) known.set(url, { etag, answer: answer as Answer });
      return answer;
    } catch (error) {
      if (before !== undefined && (error as { status?: unknown }).status === 304) {
        return before.answer;
      }
      throw error;
    }
  });
}
