import { type Outside, startOutside } from "@svc/fakes/outside";
import { listen, type TestRegistry, testRegistry } from "@svc/registry/testing";
import { SAMPLE_CLIENT } from "../../registry/testing/web/sample_client.ts";
import { type Outcome, svc, temporaryConfig, type TestHost } from "./host.ts";

/** A registry that listens on this machine, with stand-ins for the services it asks. */
export interface ListeningRegistry extends AsyncDisposable {
  url: string;
  registry: TestRegistry;
  outside: Outside;
  /** Signs a person up and answers the cookie of the session. */
  signUp(username: string): Promise<{ cookie: string }>;
  /** Creates a collective in a session. */
  createCollective(cookie: string, slug: string): Promise<void>;
}

/** The password of everybody a test signs up. */
export const PASSWORD = "correct horse battery staple";

/** Starts a registry on a free port, with `environment` as settings of its own. */
export async function listeningRegistry(
  { repositories = [], environment = {} }: {
    repositories?: readonly string[];
    environment?: Readonly<Record<string, string>>;
  } = {},
): Promise<ListeningRegistry> {
  const outside = startOutside({ repositories });
  // The address must be known before the registry is made, so requests meet it through a box.
  const box: { registry?: TestRegistry } = {};
  const listener = await listen(
    (request, bindings) => box.registry!.app.fetch(request, bindings),
    { port: 0, host: "127.0.0.1" },
  );
  const url = `http://127.0.0.1:${listener.port}`;
  const registry = box.registry = await testRegistry({
    environment: { ...outside.env, ...environment, SVC_BASE_URL: url },
    fetch: globalThis.fetch,
    clientPackage: SAMPLE_CLIENT,
  });
  const { request } = registry;
  const post = async (path: string, body: unknown, cookie?: string) => {
    const response = await request(path, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "origin": url,
        ...(cookie === undefined ? {} : { cookie }),
      },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return response;
  };
  return {
    url,
    registry,
    outside,
    async signUp(username) {
      const response = await post("/api/auth/sign-up/email", {
        email: `${username}@example.org`,
        name: username,
        username,
        password: PASSWORD,
      });
      const cookie = response.headers.getSetCookie().map((one) => one.split(";")[0]).join("; ");
      return { cookie };
    },
    async createCollective(cookie, slug) {
      await post("/api/v1/collectives/create", { slug, name: slug }, cookie);
    },
    async [Symbol.asyncDispose]() {
      await listener.close();
      await registry[Symbol.asyncDispose]();
      await outside[Symbol.asyncDispose]();
    },
  };
}

/** A person at a command line of their own, logged in. */
export interface Person extends AsyncDisposable {
  cookie: string;
  /** The person's configuration folder. */
  config: string;
  /** Runs a command line as this person. */
  svc(argv: readonly string[], settings?: TestHost): Promise<Outcome>;
}

/** Signs somebody up and logs them in with the command line itself. */
export async function loggedIn(on: ListeningRegistry, username: string): Promise<Person> {
  const { cookie } = await on.signUp(username);
  const config = await temporaryConfig();
  const env = { XDG_CONFIG_HOME: config.path, ...on.outside.env };
  const login = await svc(
    ["auth", "login", "--server", on.url, "--username", username],
    { env, stdin: `${PASSWORD}\n` },
  );
  if (login.exit !== 0) throw new Error(login.stderr);
  return {
    cookie,
    config: config.path,
    svc: (argv, settings = {}) => svc(argv, { ...settings, env: { ...env, ...settings.env } }),
    [Symbol.asyncDispose]: () => config[Symbol.asyncDispose](),
  };
}
