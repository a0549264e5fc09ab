import { isSvcError, SvcError } from "@svc/core/error";
import { secretKeyProblem } from "@svc/core/name";
import { listFolder, lstatIfPresent, readTextIfPresent } from "../../../base/files/read.ts";
import { refuseLink } from "../../../repository/links.ts";
import { earlierKeys } from "./earlier.ts";
import { isSealedName, parseSealed, type Sealed, sealedName } from "./sealed.ts";

/** Bytes of a secret's file. The largest value takes a tenth; earlier tools had no limit. */
const LARGEST = 1024 * 1024;

/**
 * The text of a secret's file, or undefined when there is none. Nothing that could be waited for is
 * opened.
 *
 * @throws SvcError `vault_damaged` for anything that is not a file of a secret; `conflict` for a link
 */
export async function secretText(path: string): Promise<string | undefined> {
  const info = await lstatIfPresent(path);
  if (info === undefined) return undefined;
  await refuseLink(path);
  if (!info.isFile || info.size > LARGEST) throw noSecret(path);
  return await readTextIfPresent(path);
}

/**
 * The sealed secrets in a folder, in no order.
 *
 * @throws SvcError `vault_damaged` for a file that is none
 */
async function* sealedIn(folder: string): AsyncGenerator<Sealed> {
  for await (const { path, sealed } of sealedFiles(folder)) {
    if (sealed === undefined) throw noSecret(path);
    yield sealed;
  }
}

/** The files of sealed secrets in a folder; undefined for one that is damaged. */
export async function* sealedFiles(
  folder: string,
): AsyncGenerator<{ path: string; sealed: Sealed | undefined }> {
  for (const { name } of await listFolder(folder)) {
    if (!isSealedName(name)) continue;
    const path = `${folder}/${name}`;
    const text = await secretText(path).catch(ignoreDamaged);
    // It has just been deleted.
    if (text === undefined) continue;
    const sealed = parseSealed(text);
    const fits = sealed !== undefined && secretKeyProblem(sealed.key) === undefined &&
      await sealedName(sealed.key) === name;
    yield { path, sealed: fits ? sealed : undefined };
  }
}

function ignoreDamaged(error: unknown): string {
  if (isSvcError(error)) return "";
  throw error;
}

/** The keys of every secret in a folder, in no order: none is opened. */
export async function keysIn(folder: string): Promise<{ sealed: string[]; earlier: string[] }> {
  const earlier = await earlierKeys(folder);
  const sealed: string[] = [];
  for await (const { key } of sealedIn(folder)) sealed.push(key);
  // Put again, killed before the earlier one was removed.
  return { sealed, earlier: earlier.filter((key) => !sealed.includes(key)) };
}

function noSecret(path: string): SvcError {
  return new SvcError("vault_damaged", `${path} is not a secret written by svc`, {
    hint: "Restore the file from a copy. If there is none, delete it and put the secret again.",
  });
}
