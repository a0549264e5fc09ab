import { isSvcError } from "@svc/core/error";
import type { Repository } from "@svc/runtime/repository";
import { findVault, openVault, type VaultConfiguration } from "@svc/runtime/vaults";
import type { GrantRequest } from "@svc/runtime/run";
import { grantOwn } from "../behavior/grant.ts";
import { interruption } from "../behavior/interruption.ts";
import { arg, type Context } from "../frame/command.ts";
import type { Pause } from "../frame/progress.ts";
import { type Located, repositoryOf } from "../frame/repository.ts";
import { quotedText } from "../frame/terminal_text.ts";
import { answersOf, type GivenOptions } from "../permission/allow.ts";

/** The vault a command is about. */
export const VAULT = arg("vault", "the vault's name", { completes: "vault" });

/** The key of a secret. */
export const KEY = arg("key", "the secret's key", { completes: "secret" });

type VaultProvider = Awaited<ReturnType<typeof openVault>>;

/** A vault that answers. */
export interface OpenedVault {
  repository: Repository;
  configuration: VaultConfiguration;
  provider: VaultProvider;
  /** Aborted when the person interrupts. */
  signal: AbortSignal;
}

type Opening = Pick<Context, "json" | "quiet" | "verbose" | "note" | "host"> & Located & {
  readonly options: GivenOptions;
};

/**
 * Does `work` with the vault of this name, and closes it.
 *
 * @throws SvcError `vault_not_found`; what opening it and `work` raise.
 */
export async function withVault<T>(
  context: Opening,
  name: string,
  work: (opened: OpenedVault) => Promise<T>,
): Promise<T> {
  const repository = await repositoryOf(context);
  const configuration = await findVault(repository, name);
  using interrupted = interruption(context.note, "the command");
  const { signal } = interrupted;
  await using provider = await openVault(repository, configuration, openOptions(context, signal));
  return await work({ repository, configuration, provider, signal });
}

/**
 * True when a vault lists a key, and when it cannot list its keys as a secret is damaged: a key that is
 * known can still be replaced or deleted then.
 */
export async function mayHave(
  provider: VaultProvider,
  key: string,
  options: { signal: AbortSignal },
): Promise<boolean> {
  try {
    return (await provider.list(options)).includes(key);
  } catch (error) {
    if (isSvcError(error) && error.code === "vault_damaged") return true;
    throw error;
  }
}

/** How a vault is opened for a command: its code asks at the terminal, and logs to stderr. */
export function openOptions(
  context: Opening,
  signal: AbortSignal,
  pause: Pause = (work) => work(),
) {
  return {
    signal,
    onGrant: (request: GrantRequest) => pause(() => grantForVault(context, request)),
    onLog: (level: string, text: string) => {
      const detail = level === "trace" || level === "debug";
      if (context.json || context.quiet || detail && !context.verbose) return;
      context.host.stderr(`${quotedText(text)}\n`);
    },
  };
}

/** Has granted what a vault's code asks for. */
export async function grantForVault(
  context: Pick<Context, "json" | "host" | "note"> & { options: GivenOptions },
  request: GrantRequest,
): Promise<void> {
  await grantOwn(context, request, await answersOf(context.options));
}
