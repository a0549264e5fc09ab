import { createHash, createPublicKey, type KeyObject, verify, X509Certificate } from "node:crypto";
import { createRemoteJWKSet, type JWTPayload, jwtVerify } from "jose";
import { z } from "zod";
import { type ReceivedRequest, type Service, startService } from "../service/mod.ts";
import type { FakeSigstore } from "./instance.ts";

/** Fulcio and Rekor v1 on one port, as their published descriptions have them. */
export interface SigstoreService extends Service {
  /** Addresses as a client is told them. */
  fulcio: string;
  rekor: string;
  /** Answers instead of the service, unless it is undefined. */
  instead?: ((request: ReceivedRequest) => Response | undefined) | undefined;
  /** What a good answer is changed to, once it was checked and recorded: a body, or another answer. */
  changed?: ((answer: unknown, request: ReceivedRequest) => unknown) | undefined;
}

/**
 * Starts both. They refuse what the services refuse: Fulcio (`fulcio.proto`, `pkg/server`) tokens of
 * other issuers, for others or expired, keys of another kind, and proofs that do not fit; Rekor
 * (`openapi.yaml`, `dsse_v0_0_1_schema.json`, `pkg/types/dsse`) entries of another shape, envelopes
 * that are not signed by what comes with them, and what is recorded already. Answers have keys that
 * are not in the descriptions, and another order.
 *
 * @param issuers whose tokens are known, by `iss`
 */
export function startSigstore(fake: FakeSigstore, issuers: readonly string[]): SigstoreService {
  const recorded = new Map<string, Record<string, object>>();

  async function signingCert(body: unknown): Promise<Response> {
    const asked = SigningRequest.safeParse(body);
    if (!asked.success) return fulcioRefusal("The request body could not be parsed");
    const { credentials, publicKeyRequest: { publicKey, proofOfPossession } } = asked.data;
    let claims: JWTPayload;
    try {
      claims = await authenticated(credentials.oidcIdentityToken, issuers);
    } catch {
      return fulcioRefusal("There was an error processing the identity token");
    }
    let key: KeyObject;
    try {
      key = createPublicKey(publicKey.content);
      if (key.asymmetricKeyDetails?.namedCurve !== "prime256v1") throw new Error("weak");
    } catch {
      return fulcioRefusal("The public key supplied in the request could not be parsed");
    }
    const proof = Buffer.from(proofOfPossession, "base64");
    if (!verify("sha256", Buffer.from(String(claims.sub)), key, proof)) {
      return fulcioRefusal("The signature supplied in the request could not be verified");
    }
    const job = jobOf(claims);
    if (job === undefined) return fulcioRefusal("missing claim in ID token");
    const certificates = await fake.certify(publicKey.content, job.name, job.fields);
    return Response.json({
      notListedYet: 1,
      signedCertificateEmbeddedSct: { notListedYet: {}, chain: { certificates } },
    });
  }

  async function addEntry(body: unknown, base: string): Promise<Response> {
    const proposed = ProposedEntry.safeParse(body);
    if (!proposed.success) return rekorRefusal(400, "error processing entry: validation failure");
    const { envelope: text, verifiers: [verifier] } = proposed.data.spec.proposedContent;
    const envelope = DsseEnvelope.safeParse(parsed(text));
    const pem = Buffer.from(verifier, "base64").toString();
    if (!envelope.success || !isSigned(envelope.data, pem)) {
      return rekorRefusal(400, "error processing entry: could not verify envelope");
    }
    const { payload, signatures: [{ sig }] } = envelope.data;
    const entry = {
      apiVersion: "0.0.1",
      kind: "dsse",
      spec: {
        envelopeHash: { algorithm: "sha256", value: sha256(text) },
        payloadHash: { algorithm: "sha256", value: sha256(Buffer.from(payload, "base64")) },
        signatures: [{ signature: sig, verifier }],
      },
    };
    const id = `${TREE}${sha256(JSON.stringify(entry))}`;
    const location = `${base}/api/v1/log/entries/${id}`;
    if (recorded.has(id)) {
      const message = `an equivalent entry already exists in the transparency log with UUID ${id}`;
      return rekorRefusal(409, message, { location });
    }
    const [kept] = Object.values(await fake.record(entry));
    recorded.set(id, { [id]: { notListedYet: [], ...reversed(kept!) } });
    return Response.json(recorded.get(id), { status: 201, headers: { location, etag: id } });
  }

  async function answer(request: ReceivedRequest, headers: Headers): Promise<Response> {
    const { method, path, body } = request;
    const isJson = headers.get("content-type") === "application/json";
    if (method === "POST" && !isJson) return rekorRefusal(415, "unsupported media type");
    if (method === "POST" && path === "/fulcio/api/v2/signingCert") return await signingCert(body);
    if (method === "POST" && path === "/rekor/api/v1/log/entries") {
      return await addEntry(body, "/rekor");
    }
    const id = /^\/rekor\/api\/v1\/log\/entries\/([0-9a-f]{64}|[0-9a-f]{80})$/.exec(path)?.[1];
    const found = method === "GET" && id ? recorded.get(id) : undefined;
    return found ? Response.json(found) : rekorRefusal(404, "not found");
  }

  const service: SigstoreService = Object.assign(
    startService(async (request, headers) => {
      const instead = service.instead?.(request);
      if (instead !== undefined) return instead;
      const right = await answer(request, headers);
      if (service.changed === undefined || !right.ok) return right;
      const changed = service.changed(await right.json(), request);
      return changed instanceof Response
        ? changed
        : Response.json(changed, { status: right.status });
    }),
    { fulcio: "", rekor: "" },
  );
  service.fulcio = `${service.url}/fulcio`;
  service.rekor = `${service.url}/rekor`;
  return service;
}

/** Of the tree that ids begin with. */
const TREE = "24296fb24b8ad77a";

const SigningRequest = z.object({
  credentials: z.object({ oidcIdentityToken: z.string().min(1) }),
  publicKeyRequest: z.object({
    publicKey: z.object({
      algorithm: z.enum(["PUBLIC_KEY_ALGORITHM_UNSPECIFIED", "RSA_PSS", "ECDSA", "ED25519"]),
      content: z.string().startsWith("-----BEGIN PUBLIC KEY-----"),
    }),
    proofOfPossession: z.base64().min(1),
  }),
});

/** What the log computes must not be sent: `signatures`, `envelopeHash`, `payloadHash`. */
const ProposedEntry = z.strictObject({
  kind: z.literal("dsse"),
  apiVersion: z.literal("0.0.1"),
  spec: z.strictObject({
    proposedContent: z.strictObject({
      envelope: z.string(),
      verifiers: z.tuple([z.base64().min(1)]),
    }),
  }),
});

const DsseEnvelope = z.object({
  payloadType: z.literal("application/vnd.in-toto+json"),
  payload: z.base64().min(1),
  signatures: z.tuple([z.object({ sig: z.base64().min(1) })]),
});

async function authenticated(token: string, issuers: readonly string[]): Promise<JWTPayload> {
  const { iss } = parsed(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as {
    iss: string;
  };
  if (!issuers.includes(iss)) throw new Error("unknown issuer");
  const discovery = await (await fetch(`${iss}/.well-known/openid-configuration`)).json();
  const keys = createRemoteJWKSet(new URL(discovery.jwks_uri));
  const { payload } = await jwtVerify(token, keys, { issuer: iss, audience: "sigstore" });
  return payload;
}

/** Who signs, and Fulcio's extensions by their last number. */
interface CertifiedJob {
  name: string;
  fields: Record<number, string>;
}

/** Where an issuer's repositories are; a stand-in has them at its own address. */
const HOSTS: Readonly<Record<string, string>> = {
  "https://token.actions.githubusercontent.com": "https://github.com",
};

/** How a provider's tokens are certified (`config/identity/config.yaml`). */
interface Provider {
  /** The claim by which its tokens are known here. */
  sign: string;
  needs: readonly string[];
  job(of: Record<string, string>, host: string): CertifiedJob;
}

/** What is certified of a token (`docs/oid-info.md`); undefined when a claim is missing. */
function jobOf(claims: JWTPayload): CertifiedJob | undefined {
  const { iss } = claims;
  const host = HOSTS[iss!] ?? new URL(iss!).origin;
  const provider = PROVIDERS.find(({ sign }) => sign in claims);
  if (provider === undefined) return undefined;
  const { needs, job } = provider;
  const of = Object.fromEntries(needs.map((name) => [name, String(claims[name] ?? "")]));
  if (!needs.every((name) => of[name])) return undefined;
  return job({ ...claims, ...of } as Record<string, string>, host);
}

const GITHUB_NEEDS = [
  ...["job_workflow_ref", "job_workflow_sha", "sha", "event_name", "repository", "workflow", "ref"],
  ...["repository_id", "repository_owner", "repository_owner_id", "workflow_ref", "workflow_sha"],
  ...["run_id", "run_attempt", "runner_environment"],
];

function githubJob(of: Record<string, string>, host: string): CertifiedJob {
  const name = `${host}/${of.job_workflow_ref}`;
  const repository = `${host}/${of.repository}`;
  return {
    name,
    fields: {
      ...{ 8: of.iss!, 9: name, 10: of.job_workflow_sha!, 11: of.runner_environment! },
      ...{ 12: repository, 13: of.sha!, 14: of.ref!, 15: of.repository_id! },
      ...{ 16: `${host}/${of.repository_owner}`, 17: of.repository_owner_id! },
      ...{ 18: `${host}/${of.workflow_ref}`, 19: of.workflow_sha!, 20: of.event_name! },
      21: `${repository}/actions/runs/${of.run_id}/attempts/${of.run_attempt}`,
      ...(of.repository_visibility ? { 22: of.repository_visibility } : {}),
      ...(of.environment ? { 23: of.environment } : {}),
    },
  };
}

const GITLAB_NEEDS = [
  ...["project_path", "project_id", "pipeline_source", "pipeline_id", "ci_config_ref_uri"],
  ...["job_id", "ref", "ref_type", "namespace_path", "namespace_id", "sha", "runner_environment"],
];

function gitlabJob(of: Record<string, string>, host: string): CertifiedJob {
  const name = `${host}/${of.ci_config_ref_uri!.replace(/^[^/]+\//, "")}`;
  const repository = `${host}/${of.project_path}`;
  return {
    name,
    fields: {
      ...{ 8: of.iss!, 9: name, 10: of.ci_config_sha!, 11: of.runner_environment! },
      ...{ 12: repository, 13: of.sha!, 15: of.project_id! },
      14: `refs/${of.ref_type === "tag" ? "tags" : "heads"}/${of.ref}`,
      ...{ 16: `${host}/${of.namespace_path}`, 17: of.namespace_id! },
      ...{ 18: name, 19: of.ci_config_sha!, 20: of.pipeline_source! },
      21: `${repository}/-/jobs/${of.job_id}`,
    },
  };
}

const BUILDKITE_NEEDS = [
  ...["organization_slug", "pipeline_slug", "build_number", "job_id", "runner_environment"],
  ...["build_commit", "build_source"],
];

/** Its certificates name no repository and no ids: the pipeline's address is who it is. */
function buildkiteJob(of: Record<string, string>): CertifiedJob {
  const name = `https://buildkite.com/${of.organization_slug}/${of.pipeline_slug}`;
  return {
    name,
    fields: {
      ...{ 8: of.iss!, 11: of.runner_environment!, 13: of.build_commit!, 20: of.build_source! },
      21: `${name}/builds/${of.build_number}#${of.job_id}`,
    },
  };
}

const circleci = (name: string) => `oidc.circleci.com/${name}`;

const CIRCLECI_NEEDS = [
  ...["project-id", "pipeline-definition-id", "pipeline-id", "workflow-id", "job-id", "ssh-rerun"],
  ...["vcs-ref", "vcs-origin"],
].map(circleci);

/** Its certificates name no ids either, the repository without a scheme, and the config by the run. */
function circleciJob(of: Record<string, string>): CertifiedJob {
  const at = (name: string) => of[circleci(name)]!;
  const api = "https://circleci.com/api/v2";
  const definition = at("pipeline-definition-id");
  const name = `${api}/projects/${at("project-id")}/pipeline-definitions/${definition}`;
  return {
    name,
    fields: {
      ...{ 8: of.iss!, 9: name, 11: at("ssh-rerun") === "true" ? "ssh-rerun" : '""' },
      ...{ 12: at("vcs-origin"), 14: at("vcs-ref") },
      18: `${api}/pipeline/${at("pipeline-id")}/config`,
      21: `https://app.circleci.com//workflow/${at("workflow-id")}/job/${at("job-id")}`,
    },
  };
}

const PROVIDERS: readonly Provider[] = [
  { sign: "project_path", needs: GITLAB_NEEDS, job: gitlabJob },
  { sign: "repository", needs: GITHUB_NEEDS, job: githubJob },
  { sign: "pipeline_slug", needs: BUILDKITE_NEEDS, job: buildkiteJob },
  { sign: circleci("project-id"), needs: CIRCLECI_NEEDS, job: circleciJob },
];

function isSigned(
  { payload, payloadType, signatures: [{ sig }] }: z.output<typeof DsseEnvelope>,
  pem: string,
): boolean {
  const body = Buffer.from(payload, "base64");
  const head = Buffer.from(`DSSEv1 ${payloadType.length} ${payloadType} ${body.length} `);
  try {
    const { publicKey } = new X509Certificate(pem);
    return verify("sha256", Buffer.concat([head, body]), publicKey, Buffer.from(sig, "base64"));
  } catch {
    return false;
  }
}

function fulcioRefusal(message: string): Response {
  return Response.json({ code: 3, message, details: [] }, { status: 400 });
}

function rekorRefusal(code: number, message: string, headers: Record<string, string> = {}) {
  return Response.json({ code, message }, { status: code, headers });
}

function reversed(value: object): object {
  return Object.fromEntries(Object.entries(value).reverse());
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function sha256(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}
