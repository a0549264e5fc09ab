import type { MethodDescriptor } from "@svc/core/descriptor";
import { couldHoldSecret } from "@svc/core/sensitive";
import type { OutputSecrets } from "../calls/kept_secrets.ts";
import type { Definition } from "../definitions/definition.ts";
import type { ResolvedType } from "../types/resolved.ts";
import { isMutating, methodKind } from "./method_kind.ts";

/**
 * Refuses a method that may change something, and whose type has secret outputs, while there is no vault
 * for them: once it has made a secret elsewhere, there would be nowhere to keep it.
 *
 * @throws SvcError `vault_required`, `vault_not_found`
 */
export async function assertVaults(
  { outputs, model }: ResolvedType,
  method: MethodDescriptor,
  { resources = {} }: Definition,
  secrets: Pick<OutputSecrets, "choose">,
): Promise<void> {
  const kind = methodKind(method);
  if (!isMutating(kind) || kind === "delete") return;
  for (const spec of outputs ?? model.dataOutputSpecs) {
    if (spec.kind !== "resource") continue;
    if (!spec.sensitiveOutput && !couldHoldSecret(spec.schema)) continue;
    const own = Object.hasOwn(resources, spec.specName) ? resources[spec.specName] : undefined;
    await secrets.choose(own?.vaultName ?? spec.vaultName, spec.specName);
  }
}
