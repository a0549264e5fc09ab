import type { IndexedExtension } from "./document.ts";
import type { IndexRequest } from "./request.ts";

/** What tests ask for, but for the words. */
export const REQUEST: Omit<IndexRequest, "text"> = {
  narrowed: { label: [], contentType: [], collective: [], platform: [] },
  channels: ["stable"],
  sort: "relevance",
  collectives: [],
  limit: 20,
  offset: 0,
  correct: true,
  facets: false,
};

/** A published extension with what a test says of it. */
export function extension(
  number: number,
  name: string,
  more: Partial<IndexedExtension> = {},
): IndexedExtension {
  return {
    number,
    name,
    description: "",
    labels: [],
    contents: [],
    contentTypes: ["models"],
    platforms: [],
    collectiveId: name.slice(1, name.indexOf("/")),
    hidden: false,
    gone: false,
    deprecated: false,
    channels: ["stable"],
    pulls: 0,
    score: 50,
    createdAt: "2026-01-02T00:00:00.000Z",
    updatedAt: "2026-01-02T00:00:00.000Z",
    ...more,
  };
}
