import { SvcError } from "@svc/core/error";
import type { Repository } from "@svc/runtime/repository";
import { LOCAL_TYPE } from "@svc/runtime/vaults";
import { assertMayUse } from "../auth/feature.ts";
import type { Asking } from "../client/connect.ts";

/**
 * Refuses to set up a vault of a type that is not there, whose configuration does not fit, or that the
 * caller may not use: all but `local_encryption` needs a login (spec §4.5).
 *
 * @throws SvcError `unknown_type` before anybody is asked for a login; what the configuration and
 *   {@linkcode assertMayUse} raise
 */
export async function assertMayUseType(
  context: Asking,
  repository: Repository,
  { type, config }: { type: string; config: Record<string, unknown> },
): Promise<void> {
  if (type === LOCAL_TYPE) return;
  if (!type.includes("/")) {
    throw new SvcError("unknown_type", `There is no type of vault '${type}'`, {
      hint: `Use ${LOCAL_TYPE}, or the type of an extension, for example @svc/openbao.`,
    });
  }
  const { checkConfiguration } = await import("@svc/runtime/providers");
  await checkConfiguration(repository, "vault", { type, config });
  await assertMayUse(context, "vault:*");
}

/** Takes the configuration that the person has just given as known, so that they are not asked about it. */
export async function agreeToType(
  repository: Repository,
  { type, name, config }: { type: string; name: string; config: Record<string, unknown> },
): Promise<void> {
  if (type === LOCAL_TYPE) return;
  const { agreeToConfiguration } = await import("@svc/runtime/providers");
  await agreeToConfiguration(repository, { kind: "vault", type, name, config });
}
