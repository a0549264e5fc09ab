import { candidateFinder } from "./candidates.ts";
import { column } from "./column.ts";
import { corrections } from "./correct.ts";
import { countFacets } from "./count.ts";
import type { IndexedExtension } from "./document.ts";
import { visibleTo } from "./eligible.ts";
import { indexedWords } from "./fields.ts";
import { matcher, type Matches } from "./match.ts";
import { firstOf, orderOf } from "./order.ts";
import { MOST_SLOTS, type Postings, postings } from "./postings.ts";
import { parseQuery, type Query, shortened } from "./query.ts";
import type { IndexAnswer, IndexRequest } from "./request.ts";
import { FLAG, slots } from "./slots.ts";
import { rankHits } from "./relevance.ts";
import { termsOf } from "./terms.ts";
import { vocabulary } from "./vocabulary.ts";

/** Places of earlier texts that are kept before the index is made smaller. */
const MOST_STALE = 1_000;

/**
 * An index in memory. A word's list says which extensions have it and where, in four bytes each.
 * Other words of an extension get it another place; its earlier one is removed later, with others.
 *
 * @param lists where those of the words are kept; nothing may be in them
 */
export function memoryIndex(lists: Postings = postings()) {
  const held = slots();
  const slotOf = new Map<number, number>();
  const texts = column((length) => new Float64Array(length));
  const leafWordsOf = column((length) => new Uint8Array(length));
  const names: string[] = [];
  const terms = vocabulary();
  const matching = matcher(lists);
  const candidatesOf = candidateFinder(held);
  let size = 0;
  let rank = new Float64Array(0);

  function addText(extension: IndexedExtension, text: number): number {
    if (size === MOST_SLOTS) throw new Error(`the search index holds ${MOST_SLOTS} extensions`);
    const { places, name, leafWords } = indexedWords(extension);
    const slot = size++;
    for (const [word, at] of places) lists.add(terms.of(word), slot, at);
    names[slot] = name;
    leafWordsOf.set(slot, leafWords);
    texts.set(slot, text);
    slotOf.set(extension.number, slot);
    return slot;
  }
  function removeStale(): void {
    const placeOf = new Int32Array(size).fill(-1);
    let kept = 0;
    for (let slot = 0; slot < size; slot++) {
      const number = held.numbers.values[slot]!;
      if (slotOf.get(number) !== slot) continue;
      placeOf[slot] = kept;
      held.move(slot, kept);
      names[kept] = names[slot]!;
      leafWordsOf.set(kept, leafWordsOf.values[slot]!);
      texts.set(kept, texts.values[slot]!);
      slotOf.set(number, kept++);
    }
    lists.move(placeOf);
    held.truncate(kept);
    names.length = kept;
    size = kept;
  }
  function answer(request: IndexRequest, query: Query, found?: Matches): IndexAnswer {
    const candidates = candidatesOf(request, size, found?.slots);
    const { hits } = candidates;
    if (found !== undefined) {
      if (rank.length < size) rank = new Float64Array(size * 2);
      rankHits(hits, held, found, query, { name: names, leafWords: leafWordsOf }, rank);
    }
    const order = orderOf(request.sort, held, found && { rank });
    const page = firstOf(hits, request.offset + request.limit, order).slice(request.offset);
    return {
      numbers: page.map((slot) => held.numbers.values[slot]!),
      total: hits.length,
      ...(request.facets ? { facets: countFacets(held, candidates, request) } : {}),
    };
  }
  function answerWords(request: IndexRequest, query: Query): IndexAnswer {
    const of = termsOf(query, terms);
    const first = answer(request, query, matching.match(query, of, size));
    if (first.total > 0 || !request.correct) return first;
    const visible = visibleTo(held, request.collectives);
    const corrected = corrections(query, of, { vocabulary: terms, postings: lists }, visible);
    const others = corrected.length > 0 ? corrected : bestOf(request, shortened(query));
    for (const other of others) {
      const better = answerTo(request, other);
      if (better.total > 0) return { ...better, corrected: shown(other) };
    }
    return first;
  }
  function answerTo(request: IndexRequest, query: Query): IndexAnswer {
    return answer(request, query, matching.match(query, termsOf(query, terms), size));
  }
  /** That of some queries whose first hit is the most relevant; none when nothing is found. */
  function bestOf(request: IndexRequest, queries: readonly Query[]): Query[] {
    const one: IndexRequest = {
      ...request,
      sort: "relevance",
      limit: 1,
      offset: 0,
      facets: false,
    };
    // The rank is that of the last answer, so it is read before the next one.
    return queries.map((query) => {
      const [first] = answerTo(one, query).numbers;
      return { query, top: first === undefined ? 0 : rank[slotOf.get(first)!]! };
    })
      .filter(({ top }) => top > 0).sort((a, b) => b.top - a.top).slice(0, 1)
      .map(({ query }) => query);
  }

  function search(request: IndexRequest): IndexAnswer {
    const query = parseQuery(request.text);
    if (query.words.length > 0) return answerWords(request, query);
    if (request.text.trim() === "") return answer(request, query);
    return answer(request, query, matching.match(query, [], 0));
  }

  return {
    /** Takes an extension in, or what has changed of it. */
    put(extension: IndexedExtension): void {
      const { number, name, description, labels, contents } = extension;
      const text = fingerprint(JSON.stringify([name, description, labels, contents]));
      let slot = slotOf.get(number);
      if (slot === undefined || texts.values[slot] !== text) {
        if (slot !== undefined) held.flags.set(slot, FLAG.gone);
        slot = addText(extension, text);
      }
      held.set(slot, extension);
      const stale = size - slotOf.size;
      if (stale > MOST_STALE && stale > size / 4) removeStale();
    },
    search,
    /** Makes the next searches as quick as later ones; it takes as long as some of them. */
    warm: () => warm(search, terms.words[lists.longest()] ?? ""),
  };
}

/** A query as one would type it. */
function shown({ words }: Query): string {
  return words.map(({ text, scope }) => scope ? `@${text}` : text).join(" ");
}

/** Times each kind is asked: enough for the engine to compile it at its best. */
const TIMES = 8;

/**
 * Asks an index for what costs it most, so that its code is compiled before somebody waits for it:
 * the first search over 100,000 extensions takes ten times as long as the tenth.
 *
 * @param word the most frequent one
 */
function warm(search: (request: IndexRequest) => IndexAnswer, word: string): void {
  const half = [...word].slice(0, Math.ceil(word.length / 2)).join("");
  const requests: IndexRequest[] = [
    { ...ANY, text: word, facets: true },
    { ...ANY, text: `${half} ${word}`, offset: 200 },
    { ...ANY, text: "", sort: "pulls", facets: true },
  ];
  for (let n = 0; n < TIMES; n++) requests.forEach(search);
}

/** A search that nothing narrows, but for its words. */
export const ANY: Omit<IndexRequest, "text"> = {
  narrowed: { label: [], contentType: [], collective: [], platform: [] },
  channels: ["stable"],
  sort: "relevance",
  collectives: [],
  limit: 20,
  offset: 0,
  correct: false,
  facets: false,
};

/** A number that other texts hardly have: 53 bits, by the method known as cyrb53. */
function fingerprint(text: string): number {
  let [one, two] = [0xdeadbeef, 0x41c6ce57];
  for (let n = 0; n < text.length; n++) {
    const code = text.charCodeAt(n);
    one = Math.imul(one ^ code, 2654435761);
    two = Math.imul(two ^ code, 1597334677);
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(two ^ (two >>> 13), 3266489909);
  two = Math.imul(two ^ (two >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return 4294967296 * (2097151 & two) + (one >>> 0);
}
