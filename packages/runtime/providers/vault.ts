import { isSvcError, SvcError } from "@svc/core/error";
import { secretKeyProblem, secretValueProblem } from "@svc/core/name";
import { visibleName } from "@svc/core/text";
import { createRedactor } from "../sandbox/redaction/redactor.ts";
import type { Repository } from "../repository/repository.ts";
import type { ProviderQuestion } from "../sandbox/protocol.ts";
import { nameOf, wordsOf } from "./failure.ts";
import { openProvider } from "./open.ts";
import type { CallOptions, Session } from "./session.ts";
import type { AdmittedProvider, OpenOptions } from "./subject.ts";
import type { SecretOptions, VaultProvider } from "./vault_provider.ts";

/** What of a vault's configuration opens it. */
interface VaultToOpen {
  id: string;
  name: string;
  /** Of an extension. */
  type: string;
  config: Record<string, unknown>;
}

/** Keys of one vault, at most. */
const MOST_KEYS = 10_000;

/** How long the process of a vault may live; the next call starts another one. */
const LIFE_MS = 2 * 3_600_000;

/**
 * Opens a vault of an extension, in a sandbox that holds it to what its user agreed to. Its process ends
 * when the vault is disposed, and with svc.
 *
 * @throws SvcError `unknown_type`, `consent_required`, `consent_mismatch`; `invalid_argument` for its
 *   configuration; `vault_required` for a secret in it; `permission_denied`; `vault_failed` when it cannot
 *   be opened; `timeout`, `cancelled`
 */
export async function openVaultProvider(
  repository: Repository,
  { id, name, type, config }: VaultToOpen,
  options: OpenOptions = {},
): Promise<VaultProvider> {
  const file = `vaults/${type}/${id}.yaml`;
  const subject = { kind: "vault" as const, type, name, file, config };
  const redactor = createRedactor();
  const opened = await openProvider(repository, subject, options, {
    redactor,
    lifeMs: LIFE_MS,
    onLog: options.onLog && ((level, text) => options.onLog!(level, `${name}: ${text}`)),
  });
  const { session, provider, members } = opened;
  return {
    ...vaultOf({ session, name, provider, redactor }, members.includes("delete")),
    [Symbol.asyncDispose]: opened[Symbol.asyncDispose],
  };
}

/** An open vault. */
interface OpenVault {
  session: Session;
  name: string;
  provider: AdmittedProvider;
  redactor: ReturnType<typeof createRedactor>;
}

function vaultOf(vault: OpenVault, canDelete: boolean): Omit<VaultProvider, symbol> {
  const { redactor } = vault;
  const list = async (options?: SecretOptions) =>
    keysOf(vault, await valueOf(vault, { op: "list" }, call(vault, "list", options)));
  return {
    async get(key, options) {
      const asked = call(vault, `get of ${key}`, options);
      try {
        const value = await valueOf(vault, { op: "get", key }, asked);
        if (value !== undefined && value !== null) return secretOf(vault, key, value);
        throw failed(vault, `it gave no value for ${key}`);
      } catch (error) {
        throw await absentOr(vault, key, error, () => list(options));
      }
    },
    async put(key, value, options) {
      redactor.add(value);
      await valueOf(vault, { op: "put", key, value }, call(vault, `put of ${key}`, options));
    },
    list,
    ...(canDelete
      ? {
        async delete(key: string, options?: SecretOptions) {
          const asked = call(vault, `delete of ${key}`, options);
          try {
            await valueOf(vault, { op: "delete", key }, asked);
          } catch (error) {
            throw await absentOr(vault, key, error, () => list(options));
          }
        },
      }
      : {}),
  };
}

function call(
  { name }: OpenVault,
  what: string,
  { signal, timeLimitMs }: SecretOptions = {},
): CallOptions {
  return { task: `${what} in the vault '${name}'`, signal, timeLimitMs };
}

/** What a call gave. What it threw is the vault's failure. */
async function valueOf(
  vault: OpenVault,
  question: ProviderQuestion,
  options: CallOptions,
): Promise<unknown> {
  const { session } = vault;
  return await session.ask(question, options, async ({ answer, process }) => {
    if (!("error" in answer)) {
      if (question.op === "get") hide(vault, answer.value);
      return answer.value;
    }
    const { error } = answer;
    if (error.code === "not_found") throw absent(vault, "key" in question ? question.key : "");
    throw failed(vault, `${question.op}: ${await wordsOf(error, await process.bundle)}`);
  });
}

/** Keeps what a vault gave from being shown; of what is not a secret, nobody knows what of it to hide. */
function hide({ session, redactor }: OpenVault, value: unknown): void {
  if (typeof value === "string" && secretValueProblem(value) === undefined) redactor.add(value);
  else if (value !== undefined && value !== null) session.forget();
}

/**
 * The error of a key that is absent, where a provider throws something else for it, as the format does
 * not say what: a vault that does not list the key does not have it.
 */
async function absentOr(
  vault: OpenVault,
  key: string,
  error: unknown,
  list: () => Promise<string[]>,
): Promise<unknown> {
  if (!isSvcError(error) || error.code !== "vault_failed") return error;
  // A process that was ended says nothing about its keys.
  if (vault.session.isOver) return error;
  try {
    return (await list()).includes(key) ? error : absent(vault, key);
  } catch {
    return error;
  }
}

function absent({ name }: OpenVault, key: string): SvcError {
  return new SvcError(
    "secret_not_found",
    `Secret not found: The vault '${name}' has no secret '${visibleName(key)}'`,
    {
      hint: `'svc vault list-keys ${name}' lists its secrets.`,
    },
  );
}

function secretOf(vault: OpenVault, key: string, value: unknown): string {
  if (typeof value !== "string") {
    throw failed(vault, `it gave ${kindOf(value)} for ${key} instead of a text`);
  }
  const problem = secretValueProblem(value);
  if (problem !== undefined) throw failed(vault, `the value that it gave for ${key} ${problem}`);
  return value;
}

/** The keys of a list. What svc could not ask for is left out and told. */
function keysOf(vault: OpenVault, value: unknown): string[] {
  if (!Array.isArray(value)) throw failed(vault, `it listed ${kindOf(value)} instead of keys`);
  if (value.length > MOST_KEYS) {
    throw failed(vault, `it listed ${value.length} keys; svc accepts at most ${MOST_KEYS}`);
  }
  const other = value.find((key) => typeof key !== "string");
  if (other !== undefined) throw failed(vault, `it listed ${kindOf(other)} as a key`);
  const keys = [...new Set(value as string[])];
  const usable = keys.filter((key) => secretKeyProblem(key) === undefined);
  if (usable.length < keys.length) {
    const left = keys.length - usable.length;
    vault.session.log("warning", `${left} of its keys have names that svc does not accept`);
  }
  return usable.sort();
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "a list" : value === undefined ? "nothing" : `a ${typeof value}`;
}

function failed(vault: OpenVault, why: string): SvcError {
  return vault.session.told(
    new SvcError(
      "vault_failed",
      `The vault '${vault.name}' (${nameOf(vault.provider)}) failed: ${why}`,
    ),
  );
}
