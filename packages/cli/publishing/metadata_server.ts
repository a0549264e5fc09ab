import { get } from "node:http";
import { SvcError } from "@svc/core/error";
import { after } from "@svc/core/timer";

/** What is asked for, and how much of it is read. */
export interface PlainRequest {
  headers: Record<string, string>;
  timeoutMs: number;
  /** Bytes. */
  longest: number;
}

/**
 * Gets a text from a server on the machine's own network, without the proxy that the environment may
 * name: a proxy answers for another machine, and would see the token.
 *
 * @throws Error when it cannot be reached; DOMException `TimeoutError`; SvcError `unavailable` for a
 *   longer text.
 */
export async function plainText(
  url: string,
  { headers, timeoutMs, longest }: PlainRequest,
): Promise<{ status: number; text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
  const request = get(url, { headers, agent: false }, (response) => {
    let text = "";
    response.setEncoding("utf8");
    response.on("data", (piece: string) => {
      text += piece;
      if (text.length > longest) {
        reject(new SvcError("unavailable", `${url} answered with more than ${longest} bytes`));
        request.destroy();
      }
    });
    response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
    response.on("error", reject);
  });
  request.on("error", reject);
  using _limit = after(timeoutMs, () => {
    reject(new DOMException("late", "TimeoutError"));
    request.destroy();
  });
  return await promise;
}
