/** A request that was stopped on its way. */
export interface Held {
  /** Sends it on. */
  release(): void;
}

/** A forwarder between client and server that can stop a chosen request, so that a test acts just then. */
export interface Gate extends AsyncDisposable {
  /** Its address; given to the client, and to the server as its public one. */
  url: string;
  /** Where to forward to. */
  upstream: string;
  /**
   * Stops the next request whose method and path match, before it reaches the server or after the
   * server has answered it.
   */
  hold(match: RegExp, when: "before" | "after"): Promise<Held>;
  /** Changes answers on their way, as a mirror that lies would. */
  change: ((line: string, body: string) => string) | undefined;
}

/** Starts a gate on a free loopback port. */
export function startGate(): Gate {
  const stops: { match: RegExp; when: string; caught: PromiseWithResolvers<Held> }[] = [];
  const gone = new AbortController();

  async function stop(line: string, when: "before" | "after"): Promise<void> {
    const index = stops.findIndex((one) => one.when === when && one.match.test(line));
    if (index < 0) return;
    const [{ caught }] = stops.splice(index, 1) as [typeof stops[number]];
    const released = Promise.withResolvers<void>();
    gone.signal.addEventListener("abort", () => released.resolve());
    caught.resolve({ release: released.resolve });
    await released.promise;
  }

  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    async (request) => {
      const { pathname, search } = new URL(request.url);
      const line = `${request.method} ${decodeURIComponent(pathname)}`;
      // The body is taken whole, so that a client that goes away cannot cut the forwarded request.
      const body = await request.arrayBuffer().catch(() => undefined);
      if (body === undefined) return new Response(null, { status: 499 });
      await stop(line, "before");
      try {
        const answer = await fetch(gate.upstream + pathname + search, {
          method: request.method,
          headers: request.headers,
          body: body.byteLength > 0 ? body : null,
          redirect: "manual",
        });
        const bytes = await answer.arrayBuffer();
        const isJson = answer.headers.get("content-type")?.startsWith("application/json");
        const changed = isJson && gate.change?.(line, new TextDecoder().decode(bytes));
        await stop(line, "after");
        const empty = [204, 304].includes(answer.status);
        const headers = new Headers(answer.headers);
        // `fetch` has decompressed the body and keeps the header that says it is compressed.
        headers.delete("content-encoding");
        headers.delete("content-length");
        return new Response(empty ? null : changed || bytes, { status: answer.status, headers });
      } catch {
        return new Response("the server is gone", { status: 502 });
      }
    },
  );

  const gate: Gate = {
    url: `http://127.0.0.1:${server.addr.port}`,
    upstream: "",
    change: undefined,
    hold(match, when) {
      const caught = Promise.withResolvers<Held>();
      stops.push({ match, when, caught });
      return caught.promise;
    },
    async [Symbol.asyncDispose]() {
      gone.abort();
      await server.shutdown();
    },
  };
  return gate;
}
