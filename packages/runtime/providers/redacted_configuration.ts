import { isSvcError } from "@svc/core/error";
import type { ProviderKind } from "../extension/describe/record.ts";
import { BLANK, withoutSecrets } from "../repository/inputs/sensitive.ts";
import type { Repository } from "../repository/repository.ts";
import { findProvider } from "./find.ts";

/**
 * A configuration to show: secrets of its type as `***`. Of a type that is not here nobody knows what is
 * a secret, so that every value is one.
 *
 * @returns `typeFound` false for such a type
 */
export async function redactedConfiguration(
  repository: Repository,
  kind: ProviderKind,
  { type, config }: { type: string; config: Record<string, unknown> },
): Promise<{ config: Record<string, unknown>; typeFound: boolean }> {
  try {
    const { provider } = await findProvider(repository, kind, type);
    return { config: withoutSecrets(provider.configSchema ?? {}, config), typeFound: true };
  } catch (error) {
    if (!isSvcError(error) || error.code !== "unknown_type") throw error;
    const blank = Object.keys(config).map((name) => [name, BLANK]);
    return { config: Object.fromEntries(blank), typeFound: false };
  }
}
