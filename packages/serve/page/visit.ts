import { type OperationRow, OPERATIONS } from "../api/table.ts";
import type { Answer } from "../answers/answers.ts";
import type { Caller } from "../caller/caller.ts";
import type { Serving } from "../http/endpoint.ts";
import type { ReadingInput, ReadingKey } from "../reading/inputs/inputs.ts";

/** Somebody signed in who looks at a page. */
export interface Visit {
  serving: Serving;
  caller: Caller;
  url: URL;
  request: Request;
  /** The client's address, after trusted proxies. */
  address: string;
}

/**
 * What an operation of the interface answers to the visitor, as far as they may see it.
 *
 * @throws SvcError as the operation does
 */
export async function read<Key extends ReadingKey>(
  { serving, caller, url }: Visit,
  key: Key,
  input: ReadingInput<Key>,
): Promise<Answer<Key>> {
  // Answers are prepared by their address: the page's own would stand for the page.
  const request = new Request(new URL(addressOf(OPERATIONS[key], input), url));
  return await (await serving.reads.answer(key, input, { caller, request })).json();
}

function addressOf({ path }: OperationRow, input: object): string {
  const query = new URLSearchParams();
  let filled: string = path;
  for (const [name, value] of Object.entries(input)) {
    const place = `{${name}}`;
    if (filled.includes(place)) filled = filled.replace(place, encodeURIComponent(value));
    else query.set(name, String(value));
  }
  return query.size === 0 ? filled : `${filled}?${query}`;
}
