import { removeIfPresent } from "../../base/files/remove.ts";
import { isSvcError } from "@svc/core/error";
import { isRecord } from "@svc/core/json";
import { isSecretKeyOf } from "../../data/secret_key.ts";
import { readSmallFile } from "../../base/files/read.ts";
import { ownPath } from "../../repository/links.ts";
import type { Repository } from "../../repository/repository.ts";
import { type DataOwner, ownerFolder } from "../../data/store/folder.ts";
import type { RunData } from "../../data/store/run_data.ts";
import type { LogLevel } from "../../sandbox/protocol.ts";
import type { RunVaults } from "./run_vaults.ts";

/** A secret that is put before the data that refers to it is written. */
interface PendingSecret {
  /** The data item's name. */
  name: string;
  vault: string;
  key: string;
}

/** What of a run's secrets may be without data, in a file that outlives svc: names, no values. */
export interface PendingSecrets {
  add(secret: PendingSecret): void;
  /** Forgets them all: the run's writing has ended. */
  clear(): void;
}

/** Beside the behavior's data; no data has such a name. */
const FILE = "..secrets";

/** Bytes of the file; a run writes far fewer. */
const LONGEST = 10_000_000;

/** The pending secrets of a behavior. Use it under the behavior's lock. */
export function pendingSecrets(repository: Repository, owner: DataOwner): PendingSecrets {
  const folder = ownerFolder(repository, owner);
  return {
    add(secret) {
      Deno.mkdirSync(folder, { recursive: true });
      Deno.writeTextFileSync(ownPath(folder, FILE), `${JSON.stringify(secret)}\n`, {
        append: true,
      });
    },
    clear() {
      removeIfPresent(ownPath(folder, FILE));
    },
  };
}

/**
 * Takes back the secrets that a killed run had put and whose data it never wrote. Nothing is requested of a
 * vault when there are none. Call under the behavior's lock, before the run puts any of its own.
 */
export async function takeBackPending(
  repository: Repository,
  owner: DataOwner,
  data: Pick<RunData, "versions" | "find">,
  { vaults, log }: { vaults: RunVaults; log(level: LogLevel, text: string): void },
): Promise<void> {
  const text = readSmallFile(ownPath(ownerFolder(repository, owner), FILE), LONGEST);
  if (text === undefined) return;
  for (const one of text.split("\n").flatMap(pendingIn)) {
    // The file may have come with the repository: it names keys of this behavior's own data only.
    if (!await isSecretKeyOf(owner, one.key) || await isReferred(data, one)) continue;
    try {
      await vaults.remove(one.vault, one.key);
    } catch (error) {
      if (!isSvcError(error)) throw error;
      if (error.code === "secret_not_found") continue;
      log(
        "warning",
        `A secret that a run left stays in '${one.vault}' as ${one.key}: ${error.message}`,
      );
    }
  }
  pendingSecrets(repository, owner).clear();
}

async function isReferred(
  data: Pick<RunData, "versions" | "find">,
  { name, vault, key }: PendingSecret,
): Promise<boolean> {
  for (const version of data.versions(name)) {
    const { secrets = [] } = await data.find(name, version) ?? {};
    if (secrets.some((one) => one.vault === vault && one.key === key)) return true;
  }
  return false;
}

function pendingIn(line: string): PendingSecret[] {
  try {
    const value: unknown = JSON.parse(line);
    const isSound = isRecord(value) &&
      ["name", "vault", "key"].every((member) => typeof value[member] === "string") &&
      !/[/\\]|\.\./.test(String(value["name"]));
    return isSound ? [value as unknown as PendingSecret] : [];
  } catch {
    // What a kill cut off had not been put yet.
    return [];
  }
}
