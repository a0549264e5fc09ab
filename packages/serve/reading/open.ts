import { lazily } from "@svc/core/module";
import type { Repository } from "@svc/runtime/repository";
import type { Reads } from "./reads.ts";

/** Opens what reads a repository for callers: nothing is loaded before the first one asks. */
export function openReads(repository: Repository): Reads {
  let loading: Promise<Reads> | undefined;
  const load = async () => {
    const { readsOf } = await lazily<typeof import("./reading.ts")>(import.meta, "./reading.ts");
    return readsOf(repository);
  };
  return {
    async answer(...asked) {
      return await (await (loading ??= load())).answer(...asked);
    },
    async [Symbol.asyncDispose]() {
      await (await loading)?.[Symbol.asyncDispose]();
    },
  };
}
