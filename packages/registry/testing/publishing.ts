import { packageOf } from "./extensions/package.ts";
import { push, type ServerProcess } from "./process.ts";

/** Versions that are published one after the other, several at a time, until it is stopped. */
export interface Publishing {
  /**
   * Settles when so many versions were acknowledged that were begun after the call.
   *
   * @throws Error when far too many others were not
   */
  acknowledges(versions: number): Promise<void>;
  /** Begins no more; the versions that were acknowledged. */
  stop(): Promise<string[]>;
}

/** Versions that may fail in a row, each after a wait, before something is wrong. */
const PATIENCE = 300;

/** The longest wait after a version that was not acknowledged, in milliseconds. */
const PAUSE = 1_000;

/** Every number is given once in a process, so that several may publish the same extension. */
let numbers = 0;

/** Publishes versions of `@acme/hello` through `servers` in turn. */
export function publishing(
  servers: readonly ServerProcess[],
  key: string,
  width: number,
): Publishing {
  const acknowledged: string[] = [];
  const waiting = new Set<{ from: number; left: number; resolve: () => void }>();
  let failures = 0;
  let stopped = false;

  async function one(): Promise<void> {
    const number = ++numbers;
    const version = versionOf(number);
    const bytes = await packageOf({ version });
    if (!await push(servers[number % servers.length]!.url, key, version, bytes)) {
      if (++failures > PATIENCE) throw new Error("nothing is acknowledged any more");
      return await new Promise((resolve) => setTimeout(resolve, Math.random() * PAUSE));
    }
    failures = 0;
    acknowledged.push(version);
    for (const waiter of waiting) {
      if (number > waiter.from && --waiter.left === 0) waiter.resolve();
    }
  }
  const work = async () => {
    while (!stopped) await one();
  };
  const all = Promise.all(Array.from({ length: width }, work));
  all.catch(() => undefined);
  return {
    async acknowledges(versions) {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.add({ from: numbers, left: versions, resolve });
      await Promise.race([promise, all]);
    },
    async stop() {
      stopped = true;
      await all.catch(() => undefined);
      return acknowledged;
    },
  };
}

/** Their order as texts is that of their numbers. */
function versionOf(number: number): string {
  const [micro, day, month] = [number % 9, Math.floor(number / 9) % 28, Math.floor(number / 252)];
  const two = (part: number) => String(part + 1).padStart(2, "0");
  return `2026.${two(month)}.${two(day)}.${micro + 1}`;
}
