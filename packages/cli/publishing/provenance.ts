import { SvcError } from "@svc/core/error";
import type { Manifest } from "@svc/core/manifest";
import type { Composition } from "@svc/scorecard/compose";
import type { SignedProvenance } from "../extension/publish.ts";
import { type Context, flag, type OptionSpec } from "../frame/command.ts";
import { usage } from "../frame/parse.ts";
import { notInCi, type PublishCredential } from "./credential.ts";
import { type CiJob, ciJob, SIGSTORE_TOKEN_VARIABLE } from "./provider.ts";
import { countsProvenance } from "./registry.ts";
import { SIGN, type Sign } from "./sign.ts";
import { sigstoreInstance } from "./sigstore_instance.ts";

/** How a version is signed. */
export const SIGNING = {
  sign: SIGN,
  provenance: flag("In CI: sign which commit and workflow built it, recorded by Sigstore"),
  "public-log": flag("With --provenance: also name what is private in the public log"),
} as const satisfies Readonly<Record<string, OptionSpec>>;

/** What Sigstore wants an identity token to name. */
const AUDIENCE = "sigstore";

interface Options {
  readonly sign: string | undefined;
  readonly provenance: boolean;
  readonly "public-log": boolean;
}

/**
 * Refuses before any work what cannot be signed as it is asked for.
 *
 * @throws SvcError `usage` for options that cannot be used together; `not_authenticated` when there is no job
 *   that Sigstore could know
 */
export function assertCanSign({ host }: Pick<Context, "host">, options: Options): void {
  if (options.provenance && options.sign !== undefined) {
    throw usage("--provenance and --sign cannot be used together: a version has one statement");
  }
  if (options["public-log"] && !options.provenance) {
    throw usage("--public-log goes with --provenance");
  }
  if (!options.provenance) return;
  sigstoreInstance(host);
  jobHere(host);
}

/**
 * With what a version is signed; undefined when nobody asked for it. A key signs now, a job when the
 * archive is uploaded, as what its log records stays there.
 */
export function signingOf(
  context:
    & Pick<Context, "json" | "note" | "warn" | "host" | "progress">
    & { options: Options },
  { name, version }: Pick<Manifest, "name" | "version">,
  checksum: string,
  sign: Sign | undefined,
): SignedProvenance | undefined {
  const { options, host } = context;
  const subject = { name: `${name}@${version}`, checksum };
  if (sign !== undefined) return sign(subject);
  if (!options.provenance) return undefined;
  return {
    kind: "ci",
    async bundle(isPrivate, signal) {
      // Only who signs in CI pays for what signs.
      const { signAsJob } = await import("./sign_as_job.ts");
      return await signAsJob(context, {
        ...{ job: jobHere(host), audience: AUDIENCE, instance: sigstoreInstance(host), signal },
        subject,
        isPrivate: isPrivate !== false,
        mayBePublic: options["public-log"],
      });
    },
  };
}

/**
 * What the registry's score will find of the statement; undefined where it does not count, or nothing
 * is sent. Who pushes with a key and signs nothing is not made to wait for the answer.
 */
export async function scoredProvenance(
  credential: PublishCredential | undefined,
  { sign, provenance }: Pick<Options, "sign" | "provenance">,
): Promise<Composition["provenance"]> {
  const isSigned = provenance || sign !== undefined;
  const counts = credential?.kind === "job"
    ? credential.countsProvenance
    : isSigned && credential !== undefined && await countsProvenance(credential.caller);
  if (!counts) return undefined;
  return isSigned
    ? { outcome: "passed", reason: "it is signed with this push" }
    : { outcome: "notRun", reason: "nothing is signed with this push" };
}

function jobHere(host: Context["host"]): CiJob {
  const job = ciJob(host, SIGSTORE_TOKEN_VARIABLE);
  if (job === undefined) {
    throw notInCi("Elsewhere sign with a key: --sign.", SIGSTORE_TOKEN_VARIABLE);
  }
  if (job.source !== undefined) return job;
  throw new SvcError(
    "not_authenticated",
    `Not authenticated: this job (${job.provider.title}) has no identity token for Sigstore`,
    { hint: job.provider.fix(AUDIENCE, job.variable) },
  );
}
