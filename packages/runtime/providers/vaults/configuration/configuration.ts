import { SvcError } from "@svc/core/error";
import { isRecord } from "@svc/core/json";
import { VAULT_NAME } from "@svc/core/name";
import { visibleName } from "@svc/core/text";
import { normalizeType } from "@svc/core/type";
import { problemText, readYamlMapping } from "../../../repository/definitions/yaml.ts";
import { plainMapping } from "./plain.ts";

/** The type of vault that svc itself keeps, on this machine. */
export const LOCAL_TYPE = "local_encryption";

/** A vault of a repository: `vaults/<type>/<id>.yaml`, in git (runtime reference §5.1). */
export interface VaultConfiguration {
  /** UUID. */
  id: string;
  name: string;
  /** Normalized: `local_encryption`, or `@acme/keeper` of an extension. */
  type: string;
  config: Record<string, unknown>;
  /** ISO 8601, UTC; empty when the file does not say. */
  createdAt: string;
}

/** A configuration and the file it was read from. */
export interface FoundVault {
  configuration: VaultConfiguration;
  /** Absolute. */
  path: string;
}

/** The configuration in a text, or what is wrong with it and where. Keys that svc does not know are fine. */
export async function readConfiguration(
  text: string,
): Promise<VaultConfiguration | { problem: string }> {
  let mapping = plainMapping(text);
  if (mapping === undefined) {
    const read = await readYamlMapping(text);
    if ("problem" in read) return { problem: problemText(read.problem) };
    mapping = read.mapping.value;
  }
  const { id, name, type, config, createdAt } = mapping;
  for (const [key, value] of Object.entries({ id, name, type })) {
    if (typeof value !== "string" || value === "") {
      return { problem: `${key} is ${value === undefined ? "missing" : "not text"}` };
    }
  }
  const problem = wrong(id as string, name as string, type as string);
  if (problem !== undefined) return { problem };
  if (config !== undefined && config !== null && !isRecord(config)) {
    return { problem: "config must be a mapping" };
  }
  return {
    id: id as string,
    name: name as string,
    type: normalizeType(type as string),
    config: config ?? {},
    createdAt: typeof createdAt === "string" ? createdAt : "",
  };
}

/** All of them become parts of paths. */
function wrong(id: string, name: string, type: string): string | undefined {
  if (!/^[\w-][\w.-]{0,99}$/.test(id)) return "id must be a UUID";
  if (!VAULT_NAME.test(name)) {
    return "name must be 1 to 64 lower-case letters, digits and '-', beginning with a letter";
  }
  return isVaultType(type) ? undefined : "type is not a type of a vault";
}

/** True for a text that names a type and, normalized, a folder. */
function isVaultType(type: string): boolean {
  return /^@?[a-z0-9_-]+(?:\/[a-z0-9_-]+)*$/.test(normalizeType(type)) && type.length <= 200;
}

/** The normalized form of a type. @throws SvcError `invalid_argument` */
export function vaultType(type: string): string {
  if (isVaultType(type)) return normalizeType(type);
  throw new SvcError(
    "invalid_argument",
    `'${visibleName(type.slice(0, 200))}' is not a type of a vault`,
    { hint: `Use ${LOCAL_TYPE}, or the type of an extension, for example @acme/keeper.` },
  );
}
