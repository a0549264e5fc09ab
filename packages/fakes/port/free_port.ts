/** Linux hands out those from 32768 for outgoing connections and for port 0. */
const FIRST = 20_000;

/** Processes that may hand out ports at a time, and the ports of each. */
const [PROCESSES, EACH] = [100, 119];

/** Which of them this process is, and what it holds as such; found when it first wants a port. */
let own: { number: number; held: Deno.Listener } | undefined;
let given = 0;

/**
 * A port of loopback for a program that cannot be handed an open one, or has to come back on the same
 * port. It is none of those that the system gives away by itself: until the program has started, which
 * takes seconds, hundreds of connections of other tests open and one of them could get it. Nor does
 * another process of tests hand it out meanwhile.
 */
export function freePort(): number {
  own ??= claim();
  for (;;) {
    const port = FIRST + PROCESSES + own.number * EACH + given++ % EACH;
    const listener = listenOn(port);
    if (listener === undefined) continue;
    listener.close();
    return port;
  }
}

/** Takes a number that no other process has, for as long as this one lives. */
function claim(): { number: number; held: Deno.Listener } {
  for (let number = 0; number < PROCESSES; number++) {
    const held = listenOn(FIRST + number);
    if (held === undefined) continue;
    held.unref();
    return { number, held };
  }
  throw new Error(`${PROCESSES} processes hand out ports already`);
}

/** Undefined where somebody else listens. */
function listenOn(port: number): Deno.Listener | undefined {
  try {
    return Deno.listen({ hostname: "127.0.0.1", port });
  } catch (error) {
    if (error instanceof Deno.errors.AddrInUse) return undefined;
    throw error;
  }
}
