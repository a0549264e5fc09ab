import { noSuchSecret, SecretFailure } from "../platform/secrets/failure.ts";
import { oneByOne, type Provider } from "../platform/secrets/provider.ts";
import { entryOf, keyOfEntry } from "./entry.ts";
import { commitLater } from "./history.ts";
import { entriesOf } from "./listing.ts";
import type { Pass, PassOutput } from "./run_pass.ts";
import {
  askedGpg,
  gitComplaint,
  notCommitted,
  notInitialised,
  readFailure,
  wasDecrypted,
  wasEncrypted,
  writeFailure,
} from "./said.ts";

/** What a provider needs to know of its vault. */
export interface Vault {
  name: string;
  /** Folder of its entries in the store; empty for the store itself. */
  prefix: string;
  /** Entries are as `pass insert` makes them: the value is the first line. */
  firstLine: boolean;
}

/** Tries of a put whose folder somebody else's delete removes at the same time. */
const TRIES = 5;

/** The provider of a vault over `pass`. Changes are made one after another. */
export function passProvider(vault: Vault, pass: Pass): Provider {
  const folder = vault.prefix === "" ? "" : `${vault.prefix}/`;
  const pathOf = (key: string) => `${folder}${entryOf(key)}`;
  let initialised = false;
  const inTurn = oneByOne();
  const list = async () => {
    const keys = (await entriesIn(pass, folder)).flatMap((entry) => keyOfEntry(entry) ?? []);
    return keys.sort();
  };
  return {
    getName: () => vault.name,
    list,
    async get(key) {
      const path = pathOf(key);
      const output = await pass(["show", "--", path]);
      await assertThere(pass, path, output, noSuchSecret(vault.name, key));
      // Of a folder, pass prints what is in it, ends well, and gpg was never asked.
      if (output.code === 0 && !askedGpg(output.said)) throw noSuchSecret(vault.name, key);
      if (output.code !== 0 || !wasDecrypted(output.said)) throw readFailure(path, output.said);
      const shown = textOf(path, output.stdout);
      return vault.firstLine ? shown.split("\n", 1)[0]! : shown;
    },
    async put(key, value) {
      if (vault.firstLine && value.includes("\n")) {
        const reason = `The vault '${vault.name}' stores one line per entry (firstLine)`;
        throw new SecretFailure(
          "refused",
          reason,
          "Use a vault without firstLine for longer values",
        );
      }
      const content = vault.firstLine ? `${value}\n` : value;
      await inTurn(async () => {
        // pass would make the folders of a store that is none.
        if (!initialised) await assertStore(pass);
        initialised = true;
        await write(pass, pathOf(key), content);
      });
    },
    async delete(key) {
      await inTurn(() => remove(pass, pathOf(key), noSuchSecret(vault.name, key)));
    },
  };
}

async function entriesIn(pass: Pass, folder: string): Promise<string[]> {
  // With a slash at the end it is a folder: an entry of that name would be shown in plain text.
  const output = await pass(["ls", "--", folder === "" ? "/" : folder]);
  if (output.code === 0) return entriesOf(new TextDecoder().decode(output.stdout));
  if (!isMissing(output)) throw writeFailure("a list", output.said);
  await assertStore(pass);
  return [];
}

/** A whole value takes the place of the old one in one step, so that a put that is killed loses neither. */
async function write(pass: Pass, path: string, content: string): Promise<void> {
  const temporary = `${path.slice(0, path.lastIndexOf("/") + 1)}.svc-${crypto.randomUUID()}`;
  for (let attempt = 1;; attempt++) {
    const inserted = await pass(["insert", "--multiline", "--force", "--", temporary], content);
    const moved = inserted.code === 0 && wasEncrypted(inserted.said)
      ? await pass(["mv", "--force", "--", temporary, path])
      : undefined;
    if (moved !== undefined && hasMovedTo(path, moved)) {
      const complaint = gitComplaint(moved.said);
      return await commitLater(pass, [path, temporary], `Put ${path}.`, complaint, (last) => {
        throw notCommitted(`${path} is in the password store`, last);
      });
    }
    await pass(["rm", "--force", "--", temporary]);
    const said = `${inserted.said}${moved?.said ?? ""}`;
    if (attempt === TRIES || !/No such file or directory/.test(said)) {
      throw moved?.code === 0 ? isFolder(path) : writeFailure(path, said);
    }
  }
}

/** `pass mv` moves into a folder of that name, where the value would not be found again. */
function hasMovedTo(path: string, { code, stdout }: PassOutput): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return code === 0 &&
    new TextDecoder().decode(stdout).split("\n").some((line) =>
      line.includes(" -> ") && line.replace(/'$/, "").endsWith(`/${name}.gpg`)
    );
}

function isFolder(path: string): SecretFailure {
  const reason = `${path} is a folder of the password store`;
  return new SecretFailure("refused", reason, "Choose another key, or another prefix");
}

async function remove(pass: Pass, path: string, missing: SecretFailure): Promise<void> {
  const output = await pass(["rm", "--force", "--", path]);
  await assertThere(pass, path, output, missing);
  if (!new TextDecoder().decode(output.stdout).includes(".gpg")) {
    throw /Is a directory/.test(output.said) || output.code === 0
      ? missing
      : writeFailure(path, output.said);
  }
  await commitLater(pass, [path], `Remove ${path}.`, gitComplaint(output.said), (last) => {
    throw notCommitted(`${path} was removed from the password store`, last);
  });
}

async function assertThere(
  pass: Pass,
  path: string,
  output: PassOutput,
  missing: SecretFailure,
): Promise<void> {
  if (!isMissing(output)) return;
  if (!path.startsWith("/")) await assertStore(pass);
  throw missing;
}

async function assertStore(pass: Pass): Promise<void> {
  if (isMissing(await pass(["ls", "--", "/"]))) throw notInitialised();
}

function isMissing({ code, said }: PassOutput): boolean {
  return code !== 0 && /^Error: .* is not in the password store\.$/m.test(said);
}

function textOf(path: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    const hint = "Put a text there, or read it with 'pass show'";
    throw new SecretFailure("not_a_secret", `The entry ${path} is not text`, hint);
  }
}
