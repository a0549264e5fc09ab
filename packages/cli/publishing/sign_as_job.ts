import { isSvcError, SvcError } from "@svc/core/error";
import {
  jobBundle,
  jobStatement,
  newJobKey,
  readJobCertificate,
  readTrustRoot,
  signStatement,
  type Subject,
  trustRootText,
  verifyProvenance,
} from "@svc/provenance";
import { readPolicy } from "@svc/runtime/policy";
import type { Context } from "../frame/command.ts";
import { policyPlace } from "../log/rules.ts";
import { textClaim } from "./claims.ts";
import type { IdentityToken } from "./identity_token.ts";
import { askIdentity } from "./key.ts";
import type { CiJob } from "./provider.ts";
import { type AskingSigstore, certificateFor, NOTHING, recorded } from "./sigstore.ts";

/** What a job signs. */
export interface JobSigning extends AskingSigstore {
  job: CiJob;
  audience: string;
  subject: Subject;
  /** Whether others may not see the version. */
  isPrivate: boolean;
  /** Whether its name may stand in a public log all the same. */
  mayBePublic: boolean;
}

/**
 * Signs as the job that svc runs in (trust 3.1, 3.2): a fresh key, a certificate for it that names the
 * job, a statement that says what the certificate says, and its entry in the log. What comes out is
 * verified here before anybody else sees it.
 *
 * @returns the text of a bundle
 * @throws SvcError `consent_required` for what is private and a public log; `provenance_invalid` when
 *   the result does not hold; what `identityToken`, `certificateFor` and `recorded` throw
 */
export async function signAsJob(
  context: Pick<Context, "host" | "note" | "warn" | "progress">,
  signing: JobSigning,
): Promise<string> {
  const { subject, instance, isPrivate, mayBePublic } = signing;
  const isRecordable = mayBePublic || !instance.isPublic;
  if (isPrivate && !isRecordable) throw isNotPublic(subject.name);
  // Nothing is recorded that could not be verified.
  const place = (await readPolicy(policyPlace(context.host)))?.provenance.root ?? "public";
  const root = await readTrustRoot(await trustRootText(place));
  const identity = await askIdentity(context, signing).catch(notForRegistry);
  if (isFromPrivate(identity) && !isRecordable) throw isNotPublic("the repository of this job");
  const name = nameIn(identity);
  const event = textClaim(identity.claims, "event_name");
  return await context.progress.phase("Signing", async () => {
    const key = newJobKey();
    const pem = await certificateFor(key, { token: identity.token, subject: name }, signing);
    try {
      const certificate = await readJobCertificate(pem);
      if (certificate.identity.issuer !== textClaim(identity.claims, "iss")) {
        throw new SvcError("provenance_invalid", "The certificate is for another issuer's job");
      }
      const envelope = signStatement(
        jobStatement(subject, certificate.identity, event),
        key.privateKey,
      );
      const bundle = jobBundle(certificate, envelope, await recorded(envelope, pem, signing));
      await verifyProvenance(bundle, { subject, root, keys: new Map() });
      return bundle;
    } catch (error) {
      if (!isSvcError(error) || error.code !== "provenance_invalid") throw error;
      const trusted =
        `${instance.fulcio} and ${instance.rekor} have to be in the trust root that is ` +
        "used here: the one that the policy (SVC_POLICY) names in 'provenance: { root: … }', or the " +
        "public one.";
      const { hint } = error;
      throw new SvcError("provenance_invalid", error.message, {
        hint: hint?.startsWith(NOTHING) ? hint : `${NOTHING} ${trusted}`,
      });
    }
  });
}

/** What is wrong with this token has a code that is not taken for a refusal by the registry. */
function notForRegistry(error: unknown): never {
  if (!isSvcError(error) || !/^token_/.test(error.code)) throw error;
  throw new SvcError("not_authenticated", `Not authenticated with Sigstore: ${error.message}`, {
    hint: error.hint,
  });
}

/** The issuers whose tokens Fulcio certifies by a mail address. */
const MAIL_ISSUERS: readonly string[] = [
  "https://accounts.google.com",
  "https://oauth2.sigstore.dev/auth",
];

/** What the key signs for Fulcio: the token's subject. A mail address is never put into a log. */
function nameIn({ claims }: IdentityToken): string {
  const [issuer, subject] = [textClaim(claims, "iss"), textClaim(claims, "sub")];
  if (issuer !== undefined && subject !== undefined && !MAIL_ISSUERS.includes(issuer)) {
    return subject;
  }
  throw new SvcError(
    "not_authenticated",
    subject === undefined || issuer === undefined
      ? "The identity token names no issuer or no subject"
      : `Sigstore would record the mail address in tokens of ${issuer} for ever`,
    { hint: `${NOTHING} Sign with a key instead: --sign.` },
  );
}

function isFromPrivate({ claims }: IdentityToken): boolean {
  const visibility = textClaim(claims, "repository_visibility") ??
    textClaim(claims, "project_visibility");
  return visibility !== undefined && visibility !== "public";
}

function isNotPublic(what: string): SvcError {
  return new SvcError(
    "consent_required",
    `${what} is not public, and its name would stand in the public log of Sigstore for ever`,
    {
      hint: `${NOTHING} Sign with a key (--sign), with a Sigstore of your own ` +
        "(SVC_FULCIO_URL and SVC_REKOR_URL), or allow it: --public-log.",
    },
  );
}
