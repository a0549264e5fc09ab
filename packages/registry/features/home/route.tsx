import type { SearchEntry } from "@svc/core/wire";
import { searchExtensions, searchQuery } from "../extensions/read/search.ts";
import type { Principal } from "../../access/credential/principal.ts";
import type { Services } from "../../access/services.ts";
import type { PageHandler } from "../../access/page/page.ts";
import { offeredLines } from "../install/offer.ts";
import { freshFirstSteps } from "./first_steps.tsx";
import { type HomeLists, HomePage } from "./page.tsx";

/** Extensions in each list. */
const SHOWN = 5;

/**
 * GET /. The lists are the public ones, the same for everybody, kept until an extension changes, and
 * not shown while that may have gone unheard.
 */
export function showHome(services: Services): PageHandler {
  let kept: Promise<HomeLists> | undefined;
  const forget = () => kept = undefined;
  services.events.on("extension.changed", forget);
  services.events.on("collective.changed", forget);
  services.events.on("store.changed", forget);
  return async ({ frame, now, principal }) => {
    if (!services.following.current()) forget();
    const lists = kept ??= readLists(services);
    try {
      const [shown, steps, own] = await Promise.all([
        lists,
        principal.kind === "session" ? freshFirstSteps(services, principal.user.id) : undefined,
        // What the link leads to has the private ones of the viewer's collectives as well.
        principal.kind === "session" ? found(services, principal, "pulls", 1) : undefined,
      ]);
      const example = [...shown.popular, ...shown.newest, ...shown.updated].find(isReady);
      return {
        page: (
          <HomePage
            {...frame}
            lists={{ ...shown, total: own?.meta.total ?? shown.total }}
            steps={steps}
            lines={offeredLines(services)}
            example={example?.name}
            now={now}
          />
        ),
      };
    } catch (error) {
      if (kept === lists) forget();
      throw error;
    }
  };
}

async function readLists(services: Services): Promise<HomeLists> {
  const first = (sort: string, perPage: number) =>
    found(services, { kind: "anonymous" }, sort, perPage);
  // Each asks for enough to fill its list when all before it took theirs from its beginning.
  const [pulls, created, changed] = await Promise.all([
    first("pulls", SHOWN * 2),
    first("new", SHOWN * 3),
    first("updated", SHOWN * 4),
  ]);
  return {
    ...homeLists(pulls.extensions, created.extensions, changed.extensions),
    total: pulls.meta.total,
  };
}

function found(services: Services, principal: Principal, sort: string, perPage: number) {
  const query = searchQuery.parse({ channel: ["stable", "rc", "beta"], sort, perPage });
  return searchExtensions(services, principal, query);
}

/** Popular, new and updated, each without what stands in one before it, or is deprecated. */
export function homeLists(
  pulled: readonly SearchEntry[],
  created: readonly SearchEntry[],
  changed: readonly SearchEntry[],
): Omit<HomeLists, "total"> {
  const taken = new Set<string>();
  const take = (entries: readonly SearchEntry[]) => {
    const list = entries.filter(({ id, deprecatedAt }) => deprecatedAt === null && !taken.has(id))
      .slice(0, SHOWN);
    for (const { id } of list) taken.add(id);
    return list;
  };
  return {
    popular: take(pulled.filter(({ pullCount }) => pullCount > 0)),
    newest: take(created),
    updated: take(changed),
  };
}

/** A pull without a version or channel gets it. */
function isReady({ latestVersion, deprecatedAt }: SearchEntry): boolean {
  return latestVersion !== null && deprecatedAt === null;
}
