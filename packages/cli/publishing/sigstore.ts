import { isSvcError, reasonHint, reasonOf, SvcError } from "@svc/core/error";
import { parsedJson } from "@svc/core/json";
import { pauseFor } from "@svc/core/timer";
import { type Envelope, type JobKey, proofOfPossession } from "@svc/provenance";
import { z } from "zod";
import { readText } from "../client/body.ts";
import { ownHeaders } from "../client/own_headers.ts";
import type { Waiting } from "./identity_token.ts";
import type { SigstoreInstance } from "./sigstore_instance.ts";

/** How both services may be waited for: the log answers once the entry is in it. */
const WAITING: Waiting = { timeoutMs: 30_000, pauses: [1000, 3000] };

/** The longest answer, in bytes: a chain of certificates has 5,000, an entry with its proof 10,000. */
const LONGEST = 128 * 1024;

/** How one of the services is asked. */
export interface AskingSigstore {
  instance: SigstoreInstance;
  signal?: AbortSignal | undefined;
  waiting?: Waiting;
}

const FulcioAnswer = z.object({
  signedCertificateEmbeddedSct: z.object({
    chain: z.object({ certificates: z.array(z.string()).min(1).max(10) }),
  }),
});

/**
 * Gets a certificate for a key from Fulcio (`POST /api/v2/signingCert` of its published API).
 *
 * @param token the job's identity token, which goes nowhere else
 * @param subject of the token, which the key signs to prove that it is held
 * @returns the certificate in PEM
 * @throws SvcError `not_authenticated` when Fulcio refuses the job; `unavailable`, `timeout`,
 *   `rate_limited`, `server_unreachable`, `cancelled`
 */
export async function certificateFor(
  key: JobKey,
  { token, subject }: { token: string; subject: string },
  asking: AskingSigstore,
): Promise<string> {
  const url = `${asking.instance.fulcio}/api/v2/signingCert`;
  const answer = await ask("Fulcio", url, {
    credentials: { oidcIdentityToken: token },
    publicKeyRequest: {
      publicKey: { algorithm: "ECDSA", content: key.publicKey },
      proofOfPossession: proofOfPossession(key, subject),
    },
  }, asking);
  if (answer.status >= 400) throw refused("Fulcio", url, answer, "not_authenticated");
  const read = FulcioAnswer.safeParse(parsedJson(answer.text));
  const [leaf] = read.data?.signedCertificateEmbeddedSct.chain.certificates ?? [];
  if (leaf === undefined) throw malformed("Fulcio", url);
  return leaf;
}

const hex = z.string().regex(/^(?:[0-9a-f]{2})+$/i);
const count = z.int().min(0);

const RekorAnswer = z.record(
  z.string(),
  z.object({
    body: z.base64(),
    integratedTime: count,
    logID: hex,
    logIndex: count,
    verification: z.object({
      inclusionProof: z.object({
        checkpoint: z.string(),
        hashes: z.array(hex).max(64),
        logIndex: count,
        rootHash: hex,
        treeSize: count,
      }),
      signedEntryTimestamp: z.base64(),
    }),
  }),
);

const EntryBody = z.object({ kind: z.literal("dsse"), apiVersion: z.literal("0.0.1") });

/**
 * Records a signed statement in Rekor (v1, `POST /api/v1/log/entries`, type `dsse` 0.0.1).
 *
 * @param certificate in PEM
 * @returns the entry as bundles have it; what it proves is not looked at here
 * @throws SvcError `provenance_invalid` when Rekor refuses it; `unavailable`, `timeout`,
 *   `rate_limited`, `server_unreachable`, `cancelled`
 */
export async function recorded(
  envelope: Envelope,
  certificate: string,
  asking: AskingSigstore,
): Promise<object> {
  const entries = `${asking.instance.rekor}/api/v1/log/entries`;
  let answer = await ask("Rekor", entries, {
    apiVersion: "0.0.1",
    kind: "dsse",
    spec: {
      proposedContent: {
        envelope: JSON.stringify(envelope),
        verifiers: [Buffer.from(certificate).toString("base64")],
      },
    },
  }, asking);
  if (answer.status === 409) {
    // It was recorded by a request before, whose answer was lost.
    const id = /\/([0-9a-f]{64,80})$/i.exec(answer.location ?? "")?.[1];
    if (id === undefined) throw malformed("Rekor", entries);
    answer = await ask("Rekor", `${entries}/${id}`, undefined, asking);
  }
  if (answer.status >= 400) throw refused("Rekor", entries, answer, "provenance_invalid");
  const read = RekorAnswer.safeParse(parsedJson(answer.text)).data ?? {};
  const [entry, ...more] = Object.values(read);
  if (entry === undefined || more.length > 0) throw malformed("Rekor", entries);
  const body = parsedJson(Buffer.from(entry.body, "base64").toString());
  const kind = EntryBody.safeParse(body).data;
  if (kind === undefined) throw malformed("Rekor", entries);
  const { inclusionProof: proof, signedEntryTimestamp } = entry.verification;
  const base64 = (text: string) => Buffer.from(text, "hex").toString("base64");
  return {
    logIndex: String(entry.logIndex),
    logId: { keyId: base64(entry.logID) },
    kindVersion: { kind: kind.kind, version: kind.apiVersion },
    integratedTime: String(entry.integratedTime),
    inclusionPromise: { signedEntryTimestamp },
    inclusionProof: {
      logIndex: String(proof.logIndex),
      rootHash: base64(proof.rootHash),
      treeSize: String(proof.treeSize),
      hashes: proof.hashes.map(base64),
      checkpoint: { envelope: proof.checkpoint },
    },
    canonicalizedBody: entry.body,
  };
}

type Service = "Fulcio" | "Rekor";

interface Answer {
  status: number;
  text: string;
  location: string | null;
}

/** Asks with a body, or reads; an answer of 5xx is asked for again, as both services allow. */
async function ask(
  service: Service,
  url: string,
  body: object | undefined,
  { signal, waiting = WAITING }: AskingSigstore,
): Promise<Answer> {
  for (let attempt = 0;; attempt += 1) {
    const answer = await once(service, url, body, signal, waiting.timeoutMs);
    if (answer.status < 500) return answer;
    const pause = waiting.pauses[attempt];
    if (pause === undefined) throw refused(service, url, answer, "unavailable");
    await pauseFor(pause, signal);
  }
}

async function once(
  service: Service,
  url: string,
  body: object | undefined,
  signal: AbortSignal | undefined,
  timeoutMs: number,
): Promise<Answer> {
  const late = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      headers: {
        ...ownHeaders({}),
        accept: "application/json",
        ...(body && { "content-type": "application/json" }),
      },
      ...(body && { method: "POST", body: JSON.stringify(body) }),
      // The token is for this address and no other.
      redirect: "error",
      signal: signal ? AbortSignal.any([late, signal]) : late,
    });
    return {
      status: response.status,
      text: await readText(response, LONGEST),
      location: response.headers.get("location"),
    };
  } catch (error) {
    // No cause: what failed may hold the request.
    if (isSvcError(error)) throw malformed(service, url);
    if (error instanceof DOMException && error.name === "TimeoutError") {
      throw new SvcError(
        "timeout",
        `${named(service, url)} did not answer within ${timeoutMs / 1000} s`,
        { hint: `${NOTHING} Run the job again.` },
      );
    }
    if (error instanceof DOMException && error.name === "AbortError") {
      throw new SvcError("cancelled", "Interrupted");
    }
    const reason = reasonOf(error, (name) => Deno.env.get(name));
    throw new SvcError(
      "server_unreachable",
      `${named(service, url)} cannot be reached: ${reason}`,
      {
        hint: reasonHint(reason) ??
          `${NOTHING} Check that this job may reach ${new URL(url).origin}, also through a proxy.`,
      },
    );
  }
}

/** What each failure to sign leaves. */
export const NOTHING = "Nothing was published.";

const named = (service: Service, url: string) => `${service} (${new URL(url).origin})`;

function refused(
  service: Service,
  url: string,
  { status, text }: Answer,
  code: "not_authenticated" | "provenance_invalid" | "unavailable",
): SvcError {
  const who = named(service, url);
  if (status === 429) {
    return new SvcError("rate_limited", `${who} takes no more requests for now`, {
      hint: `${NOTHING} Run the job again later.`,
    });
  }
  const body = parsedJson(text);
  if (status < 500 && (status === 404 || messageIn(body) === undefined)) {
    return new SvcError("unavailable", `${who} answered ${status}, and not as ${service} does`, {
      hint: `${NOTHING} Check SVC_FULCIO_URL and SVC_REKOR_URL, and what stands between this job ` +
        "and that address.",
    });
  }
  const said = messageIn(body);
  return new SvcError(
    code,
    `${who} answered ${status}${said === undefined ? "" : `: ${said}`}`,
    { hint: `${NOTHING} ${WHAT_TO_DO[code]}` },
  );
}

const WHAT_TO_DO = {
  not_authenticated:
    "Fulcio has to know the issuer of this job's identity tokens; the public one knows " +
    "GitHub, GitLab.com, Buildkite and CircleCI. Else sign with a key: --sign.",
  provenance_invalid: "Please report it: svc sent what Rekor does not take.",
  unavailable: "Run the job again later.",
} as const;

/** What a service says, in one line, and without long words: one may be a part of what was sent. */
function messageIn(body: unknown): string | undefined {
  const message = z.object({ message: z.string().min(1) }).safeParse(body).data?.message;
  return message?.replace(/[^\x20-\x7e]+/g, " ").replace(/[\w.~+/=-]{24,}/g, "…").slice(0, 200);
}

function malformed(service: Service, url: string): SvcError {
  return new SvcError(
    "unavailable",
    `${named(service, url)} sent an answer that is none of its own`,
    {
      hint:
        `${NOTHING} Check SVC_FULCIO_URL and SVC_REKOR_URL, and what stands between this job and ` +
        "that address.",
    },
  );
}
