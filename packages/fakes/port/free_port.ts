/** Linux hands out those from 32768 for outgoing connections and for port 0. */
const [FIRST, COUNT] = [20_000, 12_000];

/**
 * A port of loopback for a program that cannot be handed an open one, or has to come back on the same
 * port. It is none of those that the system gives away by itself: until the program has started, which
 * takes seconds, hundreds of connections of other tests open and one of them could get it.
 */
export function freePort(): number {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    try {
      Deno.listen({ hostname: "127.0.0.1", port }).close();
      return port;
    } catch (error) {
      if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    }
  }
}
