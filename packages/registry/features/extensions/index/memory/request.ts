/** Orders of hits, as they are asked for. */
export const SEARCH_ORDERS = ["relevance", "score", "pulls", "updated", "new", "name"] as const;

/** An order of hits. */
export type SearchOrder = typeof SEARCH_ORDERS[number];

/** What hits are counted by. */
export const FACETS = ["label", "contentType", "collective", "platform"] as const;

/** One thing that hits are counted by. */
export type Facet = typeof FACETS[number];

/** What is asked of the index. Plain data: it goes to another process as JSON. */
export interface IndexRequest {
  /** Words; empty finds all. */
  text: string;
  /** By facet the values of which a hit must have one; an extension without platforms has each. */
  narrowed: Readonly<Record<Facet, readonly string[]>>;
  /** Channels in which something must be published. */
  channels: readonly string[];
  sort: SearchOrder;
  /** Ids of the collectives whose private extensions are found too. */
  collectives: readonly string[];
  limit: number;
  offset: number;
  /** Look for other words where some of these are nowhere. */
  correct: boolean;
  /** Count the hits by facet. */
  facets: boolean;
}

/** What the index answers. */
export interface IndexAnswer {
  /** Numbers of the extensions found, best first. */
  numbers: number[];
  /** How many there are in all. */
  total: number;
  /** The words that were looked for instead, where some of the given ones are nowhere. */
  corrected?: string;
  /** Counts of hits by value, most frequent first. */
  facets?: Record<Facet, { value: string; count: number }[]>;
}
