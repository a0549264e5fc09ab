import { SvcError } from "@svc/core/error";
import { unknownAnswer } from "./answer.ts";

/** The longest answer read into memory, in bytes: an extension's whole record is far shorter. */
const LONGEST = 16 * 1024 * 1024;

/**
 * The body of a response as text.
 *
 * @param longest bytes; beyond it nothing more is read
 * @throws SvcError `unavailable` when the body is longer.
 */
export async function readText(response: Response, longest = LONGEST): Promise<string> {
  // An answer that tells its length is no longer than that, and is read at once: taking it piece by
  // piece takes a millisecond.
  const told = response.headers.get("content-length") ?? "";
  if (/^\d+$/.test(told) && Number(told) <= longest && !response.headers.has("content-encoding")) {
    return await response.text();
  }
  const decoder = new TextDecoder();
  let text = "";
  let read = 0;
  for await (const chunk of response.body ?? []) {
    read += chunk.byteLength;
    if (read > longest) {
      throw new SvcError(
        "unavailable",
        `${new URL(response.url).origin} sent more than ${longest} bytes`,
        { hint: "This does not look like a registry. Check the address." },
      );
    }
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** True for a web page, which no server of svc answers a client with. */
export function isPage(text: string, { headers }: Response): boolean {
  return headers.get("content-type")?.includes("text/html") || /^\s*</.test(text);
}

/**
 * The body of a response as data.
 *
 * @throws SvcError `unavailable` when it is too long, or a web page; SyntaxError when it is not JSON,
 *   as an answer that breaks off.
 */
export async function readJson(response: Response, longest = LONGEST): Promise<unknown> {
  const text = await readText(response, longest);
  if (isPage(text, response)) throw unknownAnswer(new URL(response.url).origin, "it is not JSON");
  return JSON.parse(text);
}
