import type { SearchEntry } from "@svc/core/wire";
import { searchExtensions, searchQuery } from "../extensions/read/search.ts";
import type { Services } from "../../access/services.ts";
import type { PageHandler } from "../../access/page/page.ts";
import { HomePage } from "./page.tsx";

/** Extensions in each list. */
const SHOWN = 6;
/** Recently updated extensions among which the best scored are chosen: a score is composed on read. */
const CANDIDATES = 100;

interface HomeLists {
  newest: SearchEntry[];
  topScored: SearchEntry[];
  total: number;
}

/** GET /. The lists are the public ones, the same for everybody, kept until an extension changes. */
export function showHome(services: Services): PageHandler {
  let kept: Promise<HomeLists> | undefined;
  const forget = () => kept = undefined;
  services.events.on("extension.changed", forget);
  services.events.on("collective.changed", forget);
  return async ({ frame, now }) => {
    const lists = kept ??= readLists(services);
    try {
      return { page: <HomePage {...frame} {...await lists} ranked={CANDIDATES} now={now} /> };
    } catch (error) {
      if (kept === lists) forget();
      throw error;
    }
  };
}

async function readLists(services: Services): Promise<HomeLists> {
  const visitor = { kind: "anonymous" as const };
  const all = { channel: ["stable", "rc", "beta"] };
  const [newest, updated] = await Promise.all([
    searchExtensions(services, visitor, searchQuery.parse({ ...all, sort: "new", perPage: SHOWN })),
    searchExtensions(
      services,
      visitor,
      searchQuery.parse({ ...all, sort: "updated", perPage: CANDIDATES }),
    ),
  ]);
  return {
    newest: newest.extensions,
    topScored: bestFirst(updated.extensions).slice(0, SHOWN),
    total: newest.meta.total,
  };
}

/**
 * Those that are not deprecated, by score. Equal ones go by name: by age they would be the list of
 * the newest once more.
 */
export function bestFirst(entries: readonly SearchEntry[]): SearchEntry[] {
  const percentage = ({ score }: SearchEntry) => score?.percentage ?? -1;
  return entries.filter((entry) => entry.deprecatedAt === null)
    .sort((a, b) => percentage(b) - percentage(a) || (a.name < b.name ? -1 : 1));
}
