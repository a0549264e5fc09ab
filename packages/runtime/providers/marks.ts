import { type OpenDatastore, valueIn } from "./datastore_call.ts";
import type { ProviderProcess } from "./process.ts";

/** Paths told in one message. */
const MOST = 1000;

/** Which files are to be pushed: svc remembers them, as a provider's process may have to be ended. */
export interface Marks {
  mark(path: string): Promise<void>;
  /**
   * Does a push in a process that knows every mark, and forgets the marks that were made before it.
   *
   * @param push gives nothing when the process it was in has not been told
   */
  whileTold(
    push: (told: (process: ProviderProcess) => boolean) => Promise<{ value: unknown } | undefined>,
  ): Promise<unknown>;
}

/** The marks of one datastore. */
export function marksOf(datastore: OpenDatastore): Marks {
  const { session, exchange: folder } = datastore;
  /** Marked and not pushed, in order. */
  const open = new Set<string>();
  /** The process that was told all of them; undefined when none was. */
  let knowing: ProviderProcess | undefined;
  const tell = async (paths: readonly string[]): Promise<ProviderProcess> => {
    let told: ProviderProcess | undefined;
    for (let at = 0; at === 0 || at < paths.length; at += MOST) {
      const question = { op: "markDirty" as const, folder, paths: paths.slice(at, at + MOST) };
      const process = await session.ask(
        question,
        { task: "Marking changed files" },
        async (outcome) => {
          await valueIn(datastore, "markDirty", outcome);
          return outcome.process;
        },
      );
      // Another process has not heard the ones before.
      if (told !== undefined && told !== process) return await tell(paths);
      told = process;
    }
    return told!;
  };
  let waiting: { paths: string[]; told: Promise<void> } | undefined;
  return {
    async mark(path) {
      open.add(path);
      if (waiting === undefined) {
        const paths: string[] = [];
        // What is marked until the message goes out joins it.
        const told = Promise.resolve().then(async () => {
          waiting = undefined;
          const process = await tell(paths);
          const all = new Set(paths);
          if ([...open].every((one) => all.has(one))) knowing = process;
          else if (process !== knowing) knowing = undefined;
        });
        waiting = { paths, told };
      }
      waiting.paths.push(path);
      await waiting.told;
    },
    async whileTold(push) {
      for (;;) {
        if (open.size > 0 && (knowing === undefined || !session.isAt(knowing))) {
          knowing = await tell([...open]);
        }
        const before = [...open];
        const told = (process: ProviderProcess) => before.length === 0 || process === knowing;
        const pushed = await push(told).catch((error) => {
          // It may have forgotten what it failed to push.
          knowing = undefined;
          throw error;
        });
        if (pushed === undefined) continue;
        for (const path of before) open.delete(path);
        return pushed.value;
      }
    },
  };
}
