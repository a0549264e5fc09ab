/** A server under a test's control, which keeps what it was asked. */
export interface StrangeServer extends AsyncDisposable {
  url: string;
  /** `GET /path?query` of each request. */
  lines: string[];
  requests: { headers: Headers; body: string }[];
}

/** Starts a server that answers each request with what the test makes of it. */
export function strangeServer(
  answer: (request: Request, count: number) => Response | Promise<Response>,
): StrangeServer {
  const lines: string[] = [];
  const requests: StrangeServer["requests"] = [];
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    async (request) => {
      lines.push(`${request.method} ${request.url.replace(/^http:\/\/[^/]+/, "")}`);
      requests.push({ headers: request.headers, body: await request.clone().text() });
      return await answer(request, lines.length);
    },
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    lines,
    requests,
    // A test may leave a stream open on purpose.
    [Symbol.asyncDispose]: async () => {
      const ended = server.shutdown();
      await Promise.race([ended, new Promise((done) => setTimeout(done, 50))]);
    },
  };
}
