import type { IndexedExtension } from "./document.ts";
import { ANY } from "./index.ts";
import type { IndexRequest } from "./request.ts";

/** What tests ask for, but for the words. */
export const REQUEST: Omit<IndexRequest, "text"> = { ...ANY, correct: true };

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
