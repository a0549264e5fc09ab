import { visibleName } from "@svc/core/text";
import { normalizeType } from "@svc/core/type";
import { listFolder } from "../base/files/read.ts";
import { LOCAL_TYPE } from "../providers/vaults/configuration/configuration.ts";
import { isSealedName } from "../providers/vaults/local/sealed.ts";
import type { Layout } from "./layout.ts";
import type { ImportPlan, LeftOut, TakenVault } from "./plan.ts";
import { plainFolder } from "./source.ts";

/**
 * The secrets that an old repository keeps itself, with the key files that open them. Nothing is opened:
 * svc reads what other tools encrypted.
 */
export async function planSecrets(
  root: string,
  { state }: Layout,
  vaults: readonly TakenVault[],
): Promise<Pick<ImportPlan, "secrets" | "leftOut">> {
  const folder = `${state}/secrets`;
  const local = vaults.filter(({ type }) => normalizeType(type) === LOCAL_TYPE);
  const plan: Pick<ImportPlan, "secrets" | "leftOut"> = { secrets: [], leftOut: [] };
  for (const { from, to } of local.map(({ name }) => placesOf(folder, name))) {
    const found = await plainFolder(root, from);
    if (found === undefined) continue;
    if (typeof found !== "string") {
      plan.leftOut.push(left(from, found.why));
      continue;
    }
    for (const { name, isFile, isSymlink } of await listFolder(found)) {
      const isKey = name === ".key";
      const why = isSymlink
        ? "it is a symbolic link"
        : isFile && (isKey || name.endsWith(".enc") || isSealedName(name))
        ? undefined
        : "it is not a secret";
      if (why !== undefined) plan.leftOut.push(left(`${from}/${name}`, why));
      else plan.secrets.push({ vault: to, isKey, from: `${from}/${name}`, to: `${to}/${name}` });
    }
  }
  plan.leftOut.push(...await others(root, folder, local));
  return plan;
}

function placesOf(folder: string, name: string): { from: string; to: string } {
  const below = `${LOCAL_TYPE}/${name}`;
  return { from: `${folder}/${below}`, to: `.svc/secrets/${below}` };
}

/** Folders of secrets whose vault is not there, or not taken. */
async function others(
  root: string,
  folder: string,
  local: readonly TakenVault[],
): Promise<LeftOut[]> {
  const names = new Set(local.map(({ name }) => name));
  const found: LeftOut[] = [];
  const look = async (below: string, known: (name: string) => boolean) => {
    const path = await plainFolder(root, below);
    if (path === undefined) return;
    if (typeof path !== "string") found.push(left(below, path.why));
    else {
      for (const { name } of await listFolder(path)) {
        if (!known(name)) found.push(left(`${below}/${name}`, "its vault is not imported"));
      }
    }
  };
  await look(folder, (name) => name === LOCAL_TYPE);
  await look(`${folder}/${LOCAL_TYPE}`, (name) => names.has(name));
  return found;
}

function left(path: string, why: string): LeftOut {
  return {
    path: visibleName(path),
    why,
    fix: "Keep the old folder. 'svc vault put' keeps a secret that you read from it.",
  };
}
