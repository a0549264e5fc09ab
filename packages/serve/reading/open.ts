import { lazily } from "@svc/core/module";
import type { Repository } from "@svc/runtime/repository";
import type { Reads } from "./reads.ts";
import { viewOf } from "./operations/view.ts";

/** Opens what reads a repository for callers: nothing is loaded before the first one asks. */
export function openReads(repository: Repository): Reads {
  let loading: Promise<Reads> | undefined;
  let loaded: Reads | undefined;
  const load = async () => {
    const { readsOf } = await lazily<typeof import("./reading.ts")>(import.meta, "./reading.ts");
    return loaded = readsOf(repository);
  };
  return {
    async answer(...asked) {
      return await (await (loading ??= load())).answer(...asked);
    },
    prepared: (request, caller) => loaded?.prepared(request, caller),
    view: (rights) => loaded?.view(rights) ?? viewOf(repository, rights),
    changed: () => loaded?.changed(),
    async [Symbol.asyncDispose]() {
      await (await loading)?.[Symbol.asyncDispose]();
    },
  };
}
