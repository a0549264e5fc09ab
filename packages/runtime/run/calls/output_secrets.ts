import type { SecretPlace } from "@svc/core/answer";
import { isSvcError, SvcError } from "@svc/core/error";
import type { LogLevel } from "../../sandbox/protocol.ts";
import type { PendingSecrets } from "./pending_secrets.ts";
import type { RunVaults } from "./run_vaults.ts";

type Reference = Pick<SecretPlace, "vault" | "key">;

/** The secrets of outputs that a run puts into vaults. */
export interface OutputSecrets {
  /**
   * The vault for secrets of an output.
   *
   * @throws SvcError `vault_required`, `vault_not_found`, saying how to name another
   */
  choose(wanted: string | undefined, spec: string): Promise<string>;
  /** Keeps a value, of data that ends with the run only until then; the vault's own errors. */
  put(secret: Reference, value: string, options: PutOptions): Promise<void>;
  /** What a vault holds under a key that svc made; undefined when it does not say. */
  held(secret: Reference): Promise<string | undefined>;
  /** Forgets what was put, and says so where that fails. */
  takeBack(secrets: readonly Reference[]): Promise<void>;
  /** Ends the run's writing: forgets what ends with it, and all it has put when nothing of it is kept. */
  end(options: { kept: boolean }): Promise<void>;
}

/** How a secret is put. */
interface PutOptions {
  /** The data item's name. */
  name: string;
  ephemeral: boolean;
  signal: AbortSignal | undefined;
}

/** What keeping secrets of outputs depends on. */
interface OutputSecretsInput {
  vaults: RunVaults;
  log(level: LogLevel, text: string): void;
  /** Remembers what is put until the run's writing ends. */
  pending: PendingSecrets;
}

/** The secrets of a run's outputs. */
export function outputSecrets({ vaults, log, pending }: OutputSecretsInput): OutputSecrets {
  const chosen = new Map<string | undefined, Promise<string>>();
  let began = false;
  const kept = new Map<string, { secret: Reference; ephemeral: boolean }>();
  const forget = async (secret: Reference): Promise<void> => {
    kept.delete(placeOf(secret));
    try {
      if (await vaults.remove(secret.vault, secret.key)) return;
    } catch (error) {
      if (isSvcError(error) && error.code === "secret_not_found") return;
      if (!isSvcError(error)) throw error;
    }
    log(
      "warning",
      `A secret of an output that was not saved stays in the vault '${secret.vault}' as ` +
        `${secret.key}`,
    );
  };
  const self: OutputSecrets = {
    async choose(wanted, spec) {
      const known = chosen.get(wanted) ?? vaults.choose(wanted);
      chosen.set(wanted, known);
      try {
        return await known;
      } catch (error) {
        throw isSvcError(error) ? noVaultFor(spec, error) : error;
      }
    },
    async put(secret, value, { name, ephemeral, signal }) {
      began = true;
      pending.add({ name, vault: secret.vault, key: secret.key });
      // Also when it fails: the vault may have kept it all the same.
      kept.set(placeOf(secret), { secret, ephemeral });
      await vaults.put(secret.vault, secret.key, value, { signal });
    },
    async held({ vault, key }) {
      try {
        return await vaults.get(vault, key);
      } catch (error) {
        if (isSvcError(error) && error.code !== "cancelled") return undefined;
        throw error;
      }
    },
    async takeBack(secrets) {
      for (const secret of secrets) if (kept.has(placeOf(secret))) await forget(secret);
    },
    async end({ kept: isKept }) {
      const over = [...kept.values()].filter(({ ephemeral }) => ephemeral || !isKept);
      await self.takeBack(over.map(({ secret }) => secret));
      if (began) pending.clear();
    },
  };
  return self;
}

function placeOf({ vault, key }: Reference): string {
  return JSON.stringify([vault, key]);
}

function noVaultFor(spec: string, { code, message, hint, cause }: SvcError): SvcError {
  const other = code === "vault_not_found"
    ? ` Or name another one in the behavior's file: resources.${spec}.vaultName`
    : "";
  return new SvcError(code, `The output '${spec}' holds secrets, which go to a vault: ${message}`, {
    cause,
    hint: `${hint ?? ""}${other}`.trim(),
  });
}
