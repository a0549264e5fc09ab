import { type Outside, startOutside } from "@svc/fakes/outside";
import {
  type Issuer,
  type IssuerKind,
  type Runner,
  startIssuer,
  startRunner,
} from "@svc/fakes/oidc";
import { fakeSigstore, startSigstore } from "@svc/fakes/sigstore";
import type { NewPublisher } from "@svc/core/wire";
import { type Account, createCollective, signUp } from "./account.ts";
import { type Gate, startGate } from "./gate.ts";
import { type ServerProcess, startServer } from "./server.ts";
import { createPerson, type Person, type SvcResult } from "./svc.ts";

/** A registry that takes the tokens of stand-ins for all providers of CI jobs, and their Sigstore. */
export interface PublishingScene extends AsyncDisposable {
  outside: Outside;
  server: ServerProcess;
  gate: Gate;
  /** Owns the collective `acme`. */
  ada: Account;
  issuers: Readonly<Record<IssuerKind, Issuer>>;
  /** Where jobs of GitHub ask for their tokens. */
  runner: Runner;
  /** Lets jobs publish, as the form of the collective's page does. */
  trust(publisher: NewPublisher): Promise<void>;
  /** A person, or a job, on a machine of its own: a home without a login or a key. */
  job(env: Readonly<Record<string, string>>): Promise<Person>;
}

const KINDS = ["github", "gitlab", "buildkite", "circleci", "google", "oidc"] as const;

/** Sets the scene. */
export async function setPublishingScene(): Promise<PublishingScene> {
  const stack = new AsyncDisposableStack();
  try {
    const outside = stack.use(startOutside());
    const gate = stack.use(startGate());
    const issuers = {} as Record<IssuerKind, Issuer>;
    for (const kind of KINDS) issuers[kind] = stack.use(await startIssuer(kind));
    const runner = stack.use(startRunner(issuers.github));
    const keys = await Deno.makeTempDir({ prefix: "svc-log-key-" });
    stack.defer(() => Deno.remove(keys, { recursive: true }));
    const fake = await fakeSigstore();
    const sigstore = stack.use(startSigstore(fake, KINDS.map((kind) => issuers[kind].issuer)));
    await Deno.writeTextFile(`${keys}/root.json`, fake.root);
    await Deno.writeTextFile(`${keys}/policy.yaml`, `provenance: { root: ${keys}/root.json }\n`);
    await Deno.writeFile(`${keys}/log.key`, crypto.getRandomValues(new Uint8Array(32)), {
      mode: 0o600,
    });
    const server = stack.use(
      await startServer({
        env: {
          ...outside.env,
          SVC_BASE_URL: gate.url,
          // A job's key reads nothing, not even a proof of what it published.
          SVC_LOG_KEY: `${keys}/log.key`,
          SVC_TRUST_ROOT: `${keys}/root.json`,
          SVC_OIDC_ISSUERS: KINDS.map((kind) => `${kind}=${issuers[kind].issuer}`).join(","),
        },
      }),
    );
    gate.upstream = server.url;
    const ada = await signUp(gate.url, "ada");
    await createCollective(gate.url, ada, "acme");
    return {
      outside,
      server,
      gate,
      ada,
      issuers,
      runner,
      async trust(publisher) {
        const response = await fetch(`${gate.url}/api/v1/collectives/acme/publishers`, {
          method: "POST",
          headers: {
            "content-type": "application/json",
            origin: gate.url,
            cookie: ada.cookie,
          },
          body: JSON.stringify({ issuer: issuers[publisher.provider].issuer, ...publisher }),
        });
        const text = await response.text();
        if (!response.ok) throw new Error(`a publisher was refused: ${text}`);
      },
      job: (env) =>
        createPerson(gate.url, {
          ...outside.env,
          SVC_POLICY: `${keys}/policy.yaml`,
          SVC_FULCIO_URL: sigstore.fulcio,
          SVC_REKOR_URL: sigstore.rekor,
          ...env,
        }),
      [Symbol.asyncDispose]: () => stack.disposeAsync(),
    };
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
}

/** What GitHub makes of a job's output: the secrets that it was told to mask, and the log with stars. */
export function masked({ stdout, stderr }: SvcResult): { secrets: string[]; log: string } {
  const secrets = [...stderr.matchAll(/^::add-mask::(\S+)$/gm)].map(([, secret]) => secret!);
  let log = `${stdout}\n${stderr}`;
  for (const secret of secrets) log = log.replaceAll(secret, "***");
  return { secrets, log };
}

/** Every file below a folder that has one of the texts in it. */
export async function filesWith(folder: string, texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory, isFile } of Deno.readDir(folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory) found.push(...await filesWith(path, texts));
    if (!isFile) continue;
    const content = new TextDecoder().decode(await Deno.readFile(path));
    if (texts.some((text) => content.includes(text))) found.push(path);
  }
  return found;
}
