import { generateKey } from "@svc/core/key";
import { type Issuer, type Runner, startIssuer, startRunner } from "@svc/fakes/oidc";
import { type ReceivedRequest, type Service, startService } from "../../../fakes/service/mod.ts";
import { writeExtension } from "../../testing/extension.ts";
import { type Outcome, svc, temporaryConfig } from "../../testing/host.ts";

/** What a registry of a test answers, by method and path; 404 for the rest. */
export type Answers = Readonly<Record<string, (url: string, request: ReceivedRequest) => Response>>;

/** What the registry of a test gives. */
export const KEY = generateKey("publish");
const EXPIRES = "2026-11-23T12:15:00.000Z";

/** Answers with the key. */
export const granted = (change: object = {}) => () =>
  Response.json({
    token: KEY,
    expiresAt: EXPIRES,
    extensions: ["@acme/greeter"],
    actions: ["push"],
    ...change,
  }, { status: 201 });

/** Refuses. */
export const refused = (status: number, code: string, details?: object[]) => () =>
  Response.json({ error: `Refused: ${code}`, code, details }, { status });

/** A registry that trusts the job. */
export const GOOD: Answers = {
  "GET /api/v1/publishing/audience": (url) => Response.json({ audience: url, provenance: false }),
  "POST /api/v1/publishing/exchange": granted(),
  "DELETE /api/v1/publishing/token": () => new Response(null, { status: 204 }),
};

/** A job of GitHub Actions before a registry. */
export interface Scene {
  registry: Service;
  issuer: Issuer;
  runner: Runner;
  /** Of the extension. */
  folder: string;
  /** Runs svc in the folder of the extension. */
  run(argv: readonly string[], env: Record<string, string>): Promise<Outcome>;
  push(env?: Record<string, string>, ...more: string[]): Promise<Outcome>;
  /** Requests to the registry, as method and path. */
  lines(): string[];
}

/** Sets up a job and a registry with these answers. */
export async function scene(
  answers: Answers,
  test: (scene: Scene) => Promise<void>,
): Promise<void> {
  await using issuer = await startIssuer("github");
  await using runner = startRunner(issuer);
  await using registry = startService((request) => {
    const answer = answers[`${request.method} ${request.path}`];
    return answer?.(registry.url, request) ?? Response.json({ error: "no" }, { status: 404 });
  });
  await using folder = await temporaryConfig();
  const manifest = await writeExtension(`${folder.path}/tool`, { codeless: true });
  const run: Scene["run"] = (argv, env) =>
    svc(argv, {
      cwd: `${folder.path}/tool`,
      env: { XDG_CONFIG_HOME: folder.path, SVC_CLUB_URL: registry.url, ...env },
    });
  await test({
    run,
    registry,
    issuer,
    runner,
    folder: `${folder.path}/tool`,
    lines: () => registry.requests.map(({ method, path }) => `${method} ${path}`),
    push: (env = runner.env, ...more) =>
      run(["extension", "push", manifest, "--yes", "--no-check", "--json", ...more], env),
  });
}
