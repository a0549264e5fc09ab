import { unlessGone } from "../../base/files/remove.ts";
import { SvcError } from "@svc/core/error";
import { isRecord } from "@svc/core/json";
import { makePersonalFolder, personalFolder } from "../../repository/folder.ts";
import { writePrivate } from "../../base/files/private.ts";
import { readSmallFile } from "../../base/files/read.ts";
import type { Repository } from "../../repository/repository.ts";
import { type DatastoreConfiguration, isFilesystem } from "./configuration.ts";
import type { ConfiguredDatastore } from "./configured.ts";

// <config>/repositories/<copy of a repository>/datastores/<key of the configuration>.json

const LARGEST = 64 * 1024;

/**
 * True when the person said that this copy of the repository may exchange its data with this very
 * datastore. What a repository brings along is not an agreement; a variable is the person's own.
 *
 * @throws SvcError `config_exposed` when others could have written in the configuration folder
 */
export async function isAgreed(
  repository: Repository,
  { source, key }: ConfiguredDatastore,
): Promise<boolean> {
  if (source === "SVC_DATASTORE") return true;
  const folder = await personalFolder(repository);
  if (folder === undefined) return false;
  const text = readSmallFile(`${folder}/datastores/${key}.json`, LARGEST);
  if (text === undefined) return false;
  try {
    const agreement: unknown = JSON.parse(text);
    return isRecord(agreement) && agreement["key"] === key;
  } catch {
    return false;
  }
}

/**
 * Keeps that the person agreed, private to them.
 *
 * @throws SvcError `config_exposed`; `validation_failed` without a configuration folder
 */
export async function recordAgreement(
  repository: Repository,
  { configuration, key }: ConfiguredDatastore,
): Promise<void> {
  const folder = await makePersonalFolder(repository);
  const agreement = {
    key,
    type: configuration.type,
    // The values of a configuration are known by the key.
    ...(isFilesystem(configuration) ? { path: configuration.path } : {}),
    repository: await Deno.realPath(repository.root),
    agreedAt: new Date().toISOString(),
  };
  await writePrivate(
    `${folder}/datastores/${key}.json`,
    `${JSON.stringify(agreement, null, 2)}\n`,
  );
}

/** Takes it back. */
export async function forgetAgreement(
  repository: Repository,
  { key }: Pick<ConfiguredDatastore, "key">,
): Promise<void> {
  const folder = await personalFolder(repository);
  if (folder === undefined) return;
  await Deno.remove(`${folder}/datastores/${key}.json`).catch(unlessGone);
}

/**
 * Goes on only with a datastore that the person agreed to; `onAgree` asks them, and what they agree to
 * is kept.
 *
 * @throws SvcError `consent_required`; what `onAgree` throws
 */
export async function assertAgreed(
  repository: Repository,
  datastore: ConfiguredDatastore,
  onAgree: ((datastore: ConfiguredDatastore) => Promise<void>) | undefined,
): Promise<void> {
  if (await isAgreed(repository, datastore)) return;
  if (onAgree === undefined) throw notAgreed(datastore);
  await onAgree(datastore);
  await recordAgreement(repository, datastore);
}

/** The refusal of a datastore that nobody agreed to. */
export function notAgreed(datastore: ConfiguredDatastore): SvcError {
  return new SvcError(
    "consent_required",
    `This repository shares its data through ${datastoreText(datastore.configuration)}, and you ` +
      "have not agreed to that",
    {
      hint: "If you trust it, run 'svc datastore sync' in a terminal to be asked, or accept what " +
        ".svc.yaml names:\n  svc datastore sync --allow-all-requested\n" +
        "To work without it: add --offline.",
    },
  );
}

/** A datastore in a few words. Values of a configuration may be credentials and are left out. */
export function datastoreText(configuration: DatastoreConfiguration): string {
  return isFilesystem(configuration)
    ? `the folder ${configuration.path}`
    : `a datastore of the type ${configuration.type}`;
}
