import type { Repository } from "@svc/runtime/repository";
import { assertMayUse } from "../auth/feature.ts";
import type { Asking } from "../client/connect.ts";

/** A vault or datastore that a person sets up. */
export interface NewProvider {
  kind: "vault" | "datastore";
  type: string;
  /** Name of the vault; empty for a datastore. */
  name: string;
  config: Record<string, unknown>;
}

/**
 * Refuses to set up a vault or datastore of an extension whose type is not here, whose configuration does
 * not fit, or that the caller may not use (spec §4.5). What its settings stand for in permissions is not
 * asked about later: the person has just written it.
 *
 * @throws SvcError `unknown_type`, `invalid_argument` and `vault_required` for a configuration, before
 *   anybody is asked for a login; what {@linkcode assertMayUse} raises
 */
export async function admitConfiguration(
  context: Asking,
  repository: Repository,
  provider: NewProvider,
): Promise<void> {
  const { agreeToConfiguration, checkConfiguration } = await import("@svc/runtime/providers");
  await checkConfiguration(repository, provider.kind, provider);
  await assertMayUse(context, `${provider.kind}:*`);
  await agreeToConfiguration(repository, provider);
}
