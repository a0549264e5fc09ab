import { SvcError } from "@svc/core/error";
import { generateKey, hashKey } from "@svc/core/key";
import { LIMITS } from "@svc/core/limit";
import { PublishToken } from "@svc/core/wire";
import { z } from "zod";
import { defineEndpoint } from "../../access/endpoint/endpoint.ts";
import type { Services } from "../../access/services.ts";
import type { PublishRun } from "../../access/store/publishing_tables.ts";
import type { Trx } from "../../access/store/schema.ts";
import { inTransaction } from "../../platform/store/transaction.ts";
import { type Job, PROVIDERS, shortened } from "../publishers/providers/mod.ts";
import { type Fit, judge, learnIds, refuse } from "./judge.ts";
import { noteUnusual } from "./unusual.ts";
import { CLOCK_TOLERANCE, type Verified, verifyToken } from "./verify.ts";

/** Header, payload and signature in base64url; nothing else is looked into. */
const JWT = /^[\w-]+\.[\w-]+\.[\w-]*$/;

/** Seconds beyond expiry and tolerance for which it is remembered that a token was exchanged. */
const REMEMBERED = 5;

/**
 * `POST /api/v1/publishing/exchange` (trust 2.4): the identity token of a CI job for a key that publishes
 * each extension whose publisher trusts the job, once, for fifteen minutes.
 */
export const exchange = defineEndpoint({
  key: "publishing.exchange",
  body: z.strictObject({ token: z.string().max(LIMITS.identityTokenBytes) }),
  // With room for the JSON around it.
  bodyBytes: LIMITS.identityTokenBytes + 1_024,
  status: 201,
  response: PublishToken,
  errors: [
    "token_malformed",
    "issuer_unknown",
    "token_invalid",
    "token_reused",
    "event_refused",
    "no_publisher",
    "issuer_unavailable",
  ],
  async handle({ services, body: { token }, address }) {
    const { limits } = services.auth;
    await limits.exchange.address(address);
    if (!JWT.test(token)) {
      throw new SvcError("token_malformed", "This is not an identity token", {
        hint: "Send the JWT that the CI system gave the job, as it is.",
      });
    }
    const verified = await verifyToken(services, token);
    const { issuer, claims } = verified;
    const provider = PROVIDERS[issuer.provider];
    const job = provider.read(claims, issuer.url);
    // Of an issuer that nobody knows the ids of, whom its token is about.
    const place = Object.values(job.ids).join(" ") || job.run.name;
    await limits.exchange.place(`${issuer.url} ${place}`);
    if (provider.neverEvents.has(job.event ?? "")) {
      throw new SvcError("event_refused", `Jobs that '${job.event}' starts cannot publish`, {
        hint:
          "Strangers can cause such a job. Publish from a push, a tag, a release or a schedule.",
      });
    }
    if (job.refused !== undefined) {
      throw new SvcError("token_invalid", `The identity token is not good: ${job.refused}`);
    }
    const judged = await judge(services, issuer, job);
    if (judged.fits.length === 0) throw await refuse(services, issuer, job, judged);
    const key = generateKey("publish");
    const made = await issue(services, { verified, job, token, hash: await hashKey(key) });
    services.log.info("publishing.exchanged", {
      credentialId: made.id,
      run: job.run.url,
      extensions: made.fits.map(({ row }) => row.extension_name).join(" "),
    });
    return {
      token: key,
      expiresAt: made.expiresAt,
      extensions: made.fits.map(({ row }) => row.extension_name).sort(),
      actions: [...new Set(made.fits.flatMap(({ actions }) => actions))].sort(),
    };
  },
});

interface Issued {
  verified: Verified;
  job: Job;
  token: string;
  hash: string;
}

/** Everything that an exchange changes, at once: nobody exchanges a token twice. */
async function issue(
  services: Services,
  { verified: { issuer, claims }, job, token, hash }: Issued,
): Promise<{ id: string; expiresAt: string; fits: readonly Fit[] }> {
  const signed = token.slice(0, token.lastIndexOf("."));
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(signed));
  const id = crypto.randomUUID();
  return await inTransaction(services.db, async (trx) => {
    const now = services.now();
    const seen = await trx.insertInto("publisher_seen").values({
      issuer: issuer.url,
      token_digest: new Uint8Array(digest).toHex(),
      jti: typeof claims.jti === "string" ? claims.jti : null,
      expires_at: new Date((claims.exp + CLOCK_TOLERANCE + REMEMBERED) * 1000).toISOString(),
    }).onConflict((conflict) => conflict.doNothing()).returning("issuer").executeTakeFirst();
    if (seen === undefined) {
      throw new SvcError("token_reused", "This identity token was exchanged before", {
        hint: "Each is good once: ask for a new one in this job.",
      });
    }
    // Asked again: a publisher may have gone or changed since.
    const { fits } = await judge({ db: trx }, issuer, job);
    if (fits.length === 0) {
      throw new SvcError("no_publisher", "No publisher trusts this job any more");
    }
    const expiresAt = new Date(now.getTime() + LIMITS.publishTokenMs).toISOString();
    await trx.insertInto("publish_token").values({
      id,
      token_hash: hash,
      run: JSON.stringify(runOf(issuer.provider, issuer.url, job)),
      created_at: now.toISOString(),
      expires_at: expiresAt,
      revoked_at: null,
    }).execute();
    for (const fit of fits) await grant(services, trx, { id, job, fit, now });
    return { id, expiresAt, fits };
  });
}

async function grant(
  services: Services,
  trx: Trx,
  { id, job, fit: { row, version }, now }: { id: string; job: Job; fit: Fit; now: Date },
): Promise<void> {
  await learnIds(services, trx, row, job);
  await noteUnusual(services, trx, row, job);
  await trx.updateTable("publisher")
    .set({ last_used_at: now.toISOString(), last_run: shortened(job.run.url) })
    .where("id", "=", row.id).execute();
  await trx.insertInto("publish_use").values({
    token_id: id,
    extension_name: row.extension_name,
    publisher_id: row.id,
    version,
    confirmed_at: null,
  }).execute();
}

function runOf(provider: PublishRun["provider"], issuer: string, job: Job): PublishRun {
  return {
    provider,
    issuer,
    url: shortened(job.run.url),
    name: shortened(job.run.name),
    names: job.names,
    ids: job.ids,
    workflow: job.workflow?.value ?? null,
    sha: job.sha,
    ref: job.ref === null
      ? null
      : `refs/${job.ref.kind === "tag" ? "tags" : "heads"}/${job.ref.name}`,
  };
}
