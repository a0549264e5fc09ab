import { ANY } from "./any_request.ts";
import type { IndexAnswer, IndexRequest } from "./request.ts";

/** Times each kind is asked: enough for the engine to compile it at its best. */
const TIMES = 8;

/**
 * Asks an index for what costs it most, so that its code is compiled before somebody waits for it:
 * the first search over 100,000 extensions takes ten times as long as the tenth.
 *
 * @param word the most frequent one
 */
export function warm(search: (request: IndexRequest) => IndexAnswer, word: string): void {
  const half = [...word].slice(0, Math.ceil(word.length / 2)).join("");
  const requests: IndexRequest[] = [
    { ...ANY, text: word, facets: true },
    { ...ANY, text: `${half} ${word}`, offset: 200 },
    { ...ANY, text: "", sort: "pulls", facets: true },
  ];
  for (let n = 0; n < TIMES; n++) requests.forEach(search);
}
