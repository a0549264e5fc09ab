import { SvcError } from "@svc/core/error";
import type { Caller } from "../client/caller.ts";
import { type Asking, callerFor, loginHere } from "../client/connect.ts";
import { type Login, requireKey } from "../config/login.ts";
import { isUnencrypted } from "../config/server.ts";
import { type Context, text } from "../frame/command.ts";
import type { Publishing } from "./key.ts";
import { noIdentityToken } from "./identity_token.ts";
import { type CiJob, ciJob, ID_TOKEN_VARIABLE } from "./provider.ts";
import { audienceOf } from "./registry.ts";

/** When a command publishes as the CI job that it runs in, rather than with a key. */
export const TRUSTED_PUBLISHING = text("<when>", "Publish as this CI job, without a key", {
  default: "auto",
  choices: ["auto", "always", "never"],
});

/** With what a command publishes. */
export type PublishCredential =
  | { kind: "key"; caller: Caller }
  | { kind: "job"; caller: Caller; job: CiJob; audience: string; countsProvenance: boolean };

/**
 * Finds what to publish with: a key that is set wins, unless the option says `always`. Nothing is used
 * up by it.
 *
 * @throws SvcError `not_authenticated` where there is neither a key nor a job that may publish, and
 *   what `audienceOf` throws
 */
export async function publishCredential(
  asking: Asking & { options: { readonly "trusted-publishing": string } },
): Promise<PublishCredential> {
  const { host, options } = asking;
  const when = options["trusted-publishing"];
  const login = await loginHere(asking);
  // One that is set and not used here, as only the repository names the server, is told of as ever.
  const hasKey = login.apiKey !== undefined || Boolean(host.env("SVC_API_KEY"));
  const job = when === "never" || (when === "auto" && hasKey) ? undefined : ciJob(host);
  if (job === undefined) {
    if (when === "always") throw notInCi("Leave --trusted-publishing out, and log in.");
    return { kind: "key", caller: await callerFor(requireKey(login), asking) };
  }
  return { kind: "job", ...await jobAt(login, job, asking) };
}

/**
 * A job at the registry of a login, whose key is not used.
 *
 * @throws SvcError `not_authenticated` when the job has no identity token, and what `audienceOf` throws
 */
export async function jobAt(
  login: Login,
  job: CiJob,
  asking: Asking,
): Promise<Pick<Publishing, "caller" | "job" | "audience"> & { countsProvenance: boolean }> {
  const { serverUrl } = login;
  if (job.source === undefined) throw noIdentityToken(job, new URL(serverUrl).origin);
  const caller = await callerFor({ ...login, apiKey: undefined, source: "none" }, asking);
  const { audience, provenance: countsProvenance } = await audienceOf(caller);
  if (isUnencrypted(serverUrl)) {
    asking.warn(
      `${serverUrl} is not encrypted: others on the network can read what this job publishes with`,
    );
  }
  return { caller, job, audience, countsProvenance };
}

/** The refusal where there is no job. */
export function notInCi(hint: string, variable: string = ID_TOKEN_VARIABLE): SvcError {
  return new SvcError("not_authenticated", "Not authenticated: this is no CI job that svc knows", {
    hint: `${hint} Or set ${variable} to an identity token of the job.`,
  });
}

/**
 * Does `publish` with the credential: that of a job is exchanged for a key of fifteen minutes, which is
 * ended afterwards.
 *
 * @throws SvcError what `withPublishKey` and `publish` throw
 */
export async function publishWith<T>(
  asking: Pick<Context, "host" | "note" | "warn" | "progress">,
  credential: PublishCredential,
  { extension, action }: Pick<Publishing, "extension" | "action">,
  publish: (caller: Caller, signal?: AbortSignal) => Promise<T>,
): Promise<T> {
  if (credential.kind === "key") return await publish(credential.caller);
  const { askIdentity, withPublishKey } = await import("./key.ts");
  asking.note(`Publishing as a job of ${credential.job.provider.title}, without a stored key.`);
  const identity = await askIdentity(asking, credential);
  return await withPublishKey(asking, { ...credential, identity, extension, action }, publish);
}
