import type { IndexRequest } from "./request.ts";

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
