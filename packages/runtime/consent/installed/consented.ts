import { SvcError } from "@svc/core/error";
import type { Consent } from "../consent.ts";
import { listConsents } from "../store.ts";
import type { Repository } from "../../repository/repository.ts";
import { contentProblem } from "./intact.ts";
import { changedChunk } from "../../extension/describe/chunks.ts";
import type { ModuleRecord } from "../../extension/describe/record.ts";
import { sha256Hex } from "../../base/files/digest.ts";
import { readIfPresent } from "../../base/files/read.ts";

/** A pulled type or report, as its record says. */
interface PulledModule {
  extension: string;
  /** What its record is kept under. */
  key: string;
  /** SHA-256 of the record's text. */
  recordDigest: string | undefined;
}

/**
 * The person's consent for what is here of a pulled type or report, once that is what they agreed to.
 *
 * @throws SvcError `consent_required` when they never agreed; `consent_mismatch` when what is here is
 *   something else; `config_exposed`.
 */
export async function consentFor(
  repository: Repository,
  { extension, key, recordDigest }: PulledModule,
): Promise<Consent> {
  const consents = (await listConsents(repository, extension))
    .filter(({ content }) => content !== undefined);
  if (consents.length === 0) {
    throw new SvcError(
      "consent_required",
      `${extension} is in this repository, but you have not agreed to run it here`,
      {
        hint: repository.config === undefined
          ? "What you agree to is kept in your configuration folder: set HOME or XDG_CONFIG_HOME."
          : "Run 'svc extension install': it shows the requested permissions and asks you.",
      },
    );
  }
  const consent = consents.find(({ content }) => content!.types[key] === recordDigest);
  const problem = consent === undefined
    ? `the record of ${key}`
    : await contentProblem(repository, consent, key);
  if (consent !== undefined && problem === undefined) return consent;
  throw new SvcError(
    "consent_mismatch",
    `The installed files of ${extension} are not what you agreed to run: ${problem}`,
    { hint: "Run 'svc extension install --force' to restore what the lockfile names." },
  );
}

/**
 * Refuses a bundle of the repository's own sources that is not the one svc made of them.
 *
 * @param name what it is the bundle of, for the message
 * @throws SvcError `consent_mismatch`
 */
export async function assertOwnBundle(
  repository: Repository,
  record: ModuleRecord,
  name: string,
): Promise<void> {
  const folder = `${repository.state}/${record.folder}`;
  const bytes = await readIfPresent(`${folder}/${record.bundle}`);
  const whole = bytes !== undefined && await sha256Hex(bytes) === record.bundleDigest;
  if (whole && await changedChunk(folder, record) === undefined) return;
  throw new SvcError("consent_mismatch", `The bundle of ${name} was changed`, {
    hint: "Delete .svc/types/_local.json to build it again from your sources.",
  });
}
