import { SvcError } from "@svc/core/error";
import { didYouMean } from "@svc/core/text";
import type { Repository } from "@svc/runtime/repository";
import { LOCAL_TYPE } from "@svc/runtime/vaults";
import type { Asking } from "../client/connect.ts";
import { admitConfiguration } from "../provider/admit.ts";
import { grantForVault } from "./open.ts";

/**
 * Refuses to set up a vault of a type that is not here, whose configuration does not fit, or that the
 * caller may not use: all but `local_encryption` needs a login (spec §4.5). What the type asks for is
 * granted now, and what the configuration makes of it counts as known: the person has just written it.
 *
 * @throws SvcError `unknown_type`, `invalid_argument` and `vault_required` for a configuration, before
 *   anybody is asked for a login; what {@linkcode admitConfiguration} raises; `consent_required`
 */
export async function admitType(
  context: Asking & Parameters<typeof grantForVault>[0],
  repository: Repository,
  vault: { name: string; type: string; config: Record<string, unknown> },
): Promise<void> {
  const { type } = vault;
  if (type === LOCAL_TYPE) return;
  if (!type.includes("/")) {
    const near = didYouMean(type, [LOCAL_TYPE]);
    throw new SvcError("unknown_type", `There is no type of vault '${type}'`, {
      hint: near ?? `Use ${LOCAL_TYPE}, or a type of an extension, such as @svc/pass; ` +
          "'svc vault type search' lists those here.",
    });
  }
  const provider = { ...vault, kind: "vault" as const };
  await admitConfiguration(context, repository, provider);
  const { admitProvider } = await import("@svc/runtime/providers");
  await admitProvider(repository, { ...provider, file: `vaults/${type}` }, {
    onGrant: (request) => grantForVault(context, request),
  });
}
