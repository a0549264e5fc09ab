import { SvcError } from "@svc/core/error";
import { type EvaluationOptions, SecretUnread } from "./scope.ts";
import type { SecretName } from "./vault_names.ts";

/**
 * The value of a secret for a definition.
 *
 * @throws SvcError as the vault says, naming vault and key; SecretUnread where no secrets are read
 */
export async function readSecret(
  { vault, key }: SecretName,
  { secret }: Pick<EvaluationOptions, "secret">,
): Promise<string> {
  if (secret === undefined) throw new SecretUnread();
  try {
    return await secret(vault, key);
  } catch (error) {
    if (!(error instanceof SvcError)) throw error;
    const { code, message, hint, cause } = error;
    throw new SvcError(code, `gives no secret: ${message}`, { cause, hint });
  }
}
