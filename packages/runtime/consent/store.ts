import { sha256Hex } from "../base/files/digest.ts";
import { writePrivate } from "../base/files/private.ts";
import { listFolder, readTextIfPresent } from "../base/files/read.ts";
import type { Repository } from "../repository/repository.ts";
import { type Consent, parseConsent } from "./consent.ts";
import { makePersonalFolder, personalFolder } from "../repository/folder.ts";

// <config>/repositories/<copy of a repository>/consents/<extension>/{<digest of the content>,local}.json
// One file a consent: recording one neither reads nor replaces that for other content, so an update
// that is killed half-way leaves the old version its consent.

const LOCAL = "local.json";

/**
 * What the person agreed to for an extension in this repository: for the archive with this checksum,
 * or for the repository's own sources. Undefined when they did not, or when nobody can know.
 *
 * @throws SvcError `config_exposed`, as every function here.
 */
export async function readConsent(
  repository: Repository,
  extension: string,
  of: { checksum: string } | "local",
): Promise<Consent | undefined> {
  const consents = await listConsents(repository, extension);
  return consents.find(({ content }) =>
    of === "local" ? content === undefined : content?.checksum === of.checksum
  );
}

/**
 * Keeps a consent: private to the person, in one step, in the place of the one for the same content.
 *
 * @throws SvcError `validation_failed` without a configuration folder.
 */
export async function recordConsent(
  repository: Repository,
  consent: Omit<Consent, "repository" | "grantedAt" | "by">,
): Promise<void> {
  const folder = `${await makePersonalFolder(repository)}/consents/${nameOf(consent.extension)}`;
  const by = await personHere();
  const whole: Consent = {
    ...consent,
    ...(by === undefined ? {} : { by }),
    repository: await Deno.realPath(repository.root),
    grantedAt: new Date().toISOString(),
  };
  const file = consent.content === undefined
    ? LOCAL
    : `${(await sha256Hex(JSON.stringify(consent.content))).slice(0, 32)}.json`;
  await writePrivate(`${folder}/${file}`, `${JSON.stringify(whole, null, 2)}\n`);
}

/** Whose configuration folder it is. */
async function personHere(): Promise<string | undefined> {
  try {
    const { userInfo } = await import("node:os");
    return userInfo().username;
  } catch {
    // Of a user whom the machine does not know there is no name.
    return undefined;
  }
}

/**
 * Takes back consents for an extension, and what killed writes of them left.
 *
 * @param keep says which stay; none when absent
 */
export async function removeConsent(
  repository: Repository,
  extension: string,
  keep: (consent: Consent) => boolean | Promise<boolean> = () => false,
): Promise<void> {
  const folder = await consentsFolder(repository);
  if (folder === undefined) return;
  const own = `${folder}/${nameOf(extension)}`;
  const entries = await listFolder(own);
  let left = entries.length;
  for (const { name } of entries) {
    const consent = await readFile(`${own}/${name}`);
    // One for own sources may be being written just now: whoever writes it holds no lock.
    const busy = name.startsWith(`${LOCAL}.`);
    if (busy || consent !== undefined && await keep(consent)) continue;
    await Deno.remove(`${own}/${name}`);
    left -= 1;
  }
  if (left === 0 && entries.length > 0) await Deno.remove(own);
}

/** Every consent for this repository, or those for one extension; the newest first. */
export async function listConsents(
  repository: Repository,
  extension?: string,
): Promise<Consent[]> {
  const folder = await consentsFolder(repository);
  if (folder === undefined) return [];
  const names = extension === undefined
    ? (await listFolder(folder)).map(({ name }) => name)
    : [nameOf(extension)];
  const consents: Consent[] = [];
  for (const name of names) {
    for (const file of await listFolder(`${folder}/${name}`)) {
      const consent = await readFile(`${folder}/${name}/${file.name}`);
      if (consent !== undefined && nameOf(consent.extension) === name) consents.push(consent);
    }
  }
  return consents.sort((a, b) => (a.grantedAt < b.grantedAt ? 1 : -1));
}

async function readFile(path: string): Promise<Consent | undefined> {
  const text = path.endsWith(".json") ? await readTextIfPresent(path) : undefined;
  return text === undefined ? undefined : parseConsent(text);
}

async function consentsFolder(repository: Repository): Promise<string | undefined> {
  const folder = await personalFolder(repository);
  return folder === undefined ? undefined : `${folder}/consents`;
}

function nameOf(extension: string): string {
  return encodeURIComponent(extension);
}
