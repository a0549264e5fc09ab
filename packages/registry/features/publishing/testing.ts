import { type Issuer, type IssuerKind, startIssuer } from "@svc/fakes/oidc";
import type { NewPublisher } from "@svc/core/wire";
import assert from "node:assert/strict";
import { type TestOptions, type TestRegistry, testRegistry } from "../../testing.ts";
import { type Answer, collective, type Person, send, signUp } from "../identity/testing.ts";

/** A registry that trusts one stand-in for an issuer, and a collective whose owner is ada. */
export interface Trusting extends AsyncDisposable {
  registry: TestRegistry;
  issuer: Issuer;
  ada: Person;
  /** Adds a publisher of `@acme/hello`, as ada; what is given goes over what fits the issuer's jobs. */
  add(more?: Partial<NewPublisher>): Promise<Answer>;
  /** Exchanges an identity token; one of the issuer unless given. */
  exchange(token?: string): Promise<Answer>;
}

/** The audience of a test's registry. */
export const AUDIENCE = "http://registry.test";

/** What fits the jobs of each stand-in. */
export const FITTING: Readonly<Record<IssuerKind, Omit<NewPublisher, "extension">>> = {
  github: {
    provider: "github",
    names: { repository: "acme/greeter" },
    workflow: "release.yml",
  },
  gitlab: { provider: "gitlab", names: { project: "acme/greeter" }, workflow: ".gitlab-ci.yml" },
  buildkite: {
    provider: "buildkite",
    names: { organization: "acme", pipeline: "greeter" },
    refRule: "tag:v{version}",
  },
  circleci: {
    provider: "circleci",
    names: { origin: "github.com/acme/greeter" },
    ids: {
      organization: "1f0e7a52-5c8f-4b0e-9d3c-0a8f5e1b2c3d",
      project: "7c1d2e3f-4a5b-4c6d-8e7f-90a1b2c3d4e5",
    },
    workflow: "5e6f7081-92a3-44b5-86d7-e8f901122334",
  },
  google: {
    provider: "google",
    names: { email: "publisher@acme-ci.iam.gserviceaccount.test" },
  },
  oidc: { provider: "oidc", names: { project: "acme/greeter" }, ids: { project_uid: "74" } },
};

/** Starts both; `options` go to the registry. */
export async function trusting(
  kind: IssuerKind = "github",
  start: (options: TestOptions) => Promise<TestRegistry> = testRegistry,
  options: TestOptions = {},
): Promise<Trusting> {
  const clock: { of?: TestRegistry } = {};
  const issuer = await startIssuer(kind, () => clock.of!.clock.now);
  const base = kind === "circleci" ? issuer.url : issuer.issuer;
  const registry = await start({
    fetch: globalThis.fetch,
    ...options,
    environment: { SVC_OIDC_ISSUERS: `${kind}=${base}`, ...options.environment },
  });
  clock.of = registry;
  const ada = await signUp(registry, "ada");
  await collective(registry, ada, "acme");
  return {
    registry,
    issuer,
    ada,
    add: (more = {}) =>
      send(registry, "POST /api/v1/collectives/acme/publishers", {
        cookie: ada.cookie,
        body: { extension: "@acme/hello", ...FITTING[kind], ...more },
      }),
    exchange: async (token) =>
      await send(registry, "POST /api/v1/publishing/exchange", {
        body: { token: token ?? await issuer.token(AUDIENCE) },
      }),
    async [Symbol.asyncDispose]() {
      await registry[Symbol.asyncDispose]();
      await issuer[Symbol.asyncDispose]();
    },
  };
}

/** The answer of an exchange that must have worked. */
export async function exchanged(trusting: Trusting, token?: string): Promise<string> {
  const answer = await trusting.exchange(token);
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body.token;
}

/** Status and code of a refusal. */
export function refusal({ status, body }: Answer): [number, string | undefined] {
  return [status, body?.code];
}
