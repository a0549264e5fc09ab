/** A proxy in front of a server, which breaks connections where a test says. */
export interface CuttingProxy extends AsyncDisposable {
  url: string;
  /** How many connections there were. */
  connections(): number;
}

/**
 * Starts one.
 *
 * @param cut tells from all that the server has sent on a connection whether to break it now
 */
export function cuttingProxy(
  target: string,
  cut: (sent: string, connection: number) => boolean,
): CuttingProxy {
  const { hostname, port } = new URL(target);
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  let count = 0;
  const ended = (async () => {
    for await (const near of listener) {
      const number = ++count;
      const far = await Deno.connect({ hostname, port: Number(port) }).catch(() => undefined);
      if (far === undefined) {
        near.close();
        continue;
      }
      near.readable.pipeTo(far.writable).catch(() => {});
      const decoder = new TextDecoder();
      let sent = "";
      const watch = new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          sent += decoder.decode(chunk, { stream: true });
          if (cut(sent, number)) controller.error(new Error("cut"));
          else controller.enqueue(chunk);
        },
      });
      far.readable.pipeThrough(watch).pipeTo(near.writable).catch(() => {});
    }
  })();
  return {
    url: `http://127.0.0.1:${listener.addr.port}`,
    connections: () => count,
    async [Symbol.asyncDispose]() {
      listener.close();
      await ended;
    },
  };
}
