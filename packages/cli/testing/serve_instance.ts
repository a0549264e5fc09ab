/** What a scripted serve instance answers to each poll of the device grant. */
export type PollAnswer = () => Response;

/** A stand-in that speaks a serve instance's side of the login (reference runtime 8.2). */
export interface ServeInstance extends AsyncDisposable {
  url: string;
  /** Every request so far: method, path and JSON body. */
  requests: { line: string; body: unknown }[];
  /** The credentials that it was asked about. */
  authorizations: (string | null)[];
}

/** The principal of a successful login. */
export const PRINCIPAL = {
  id: "user-1",
  email: "ada@example.org",
  name: "Ada",
  collectives: ["acme"],
  groups: [],
};

/** Starts a stand-in; `polls` answers the polls in order, the last one again and again. */
export function serveInstance(
  { info, grant, whoami, polls = [] }: {
    whoami?: () => Response;
    info?: () => Response;
    grant?: () => Response;
    polls?: readonly PollAnswer[];
  } = {},
): ServeInstance {
  const requests: ServeInstance["requests"] = [];
  const authorizations: (string | null)[] = [];
  let polled = 0;
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    async (request) => {
      const { pathname } = new URL(request.url);
      const text = await request.text();
      requests.push({ line: `${request.method} ${pathname}`, body: text && JSON.parse(text) });
      if (pathname === "/api/v1/whoami") {
        authorizations.push(request.headers.get("authorization"));
        return whoami?.() ?? Response.json({ kind: "token", name: "ci", expiresAt: null });
      }
      if (pathname === "/auth/info") return info?.() ?? Response.json({ mode: "oauth" });
      if (pathname === "/auth/device") {
        return grant?.() ?? Response.json({
          deviceCode: "device-code",
          userCode: "ABCD-EFGH",
          verificationUri: "https://registry.example.org/device",
          verificationUriComplete: "https://registry.example.org/device?user_code=ABCD-EFGH",
          expiresIn: 60,
          interval: 0.001,
        });
      }
      if (pathname === "/auth/device/token") {
        return polls[Math.min(polled++, polls.length - 1)]!();
      }
      return new Response("Not found", { status: 404 });
    },
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    requests,
    authorizations,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
