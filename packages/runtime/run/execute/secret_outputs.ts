import type { MethodDescriptor, ResourceSpec } from "@svc/core/descriptor";
import { couldHoldSecret } from "@svc/core/sensitive";
import type { OutputSecrets } from "../calls/output_secrets.ts";
import type { Definition } from "../../repository/definitions/definition.ts";
import type { ResolvedType } from "../../consent/types/resolved.ts";
import { methodKind } from "../admit/method_kind.ts";

/**
 * Refuses a method that creates, and whose type has secret outputs only, while there is no vault for
 * them: once it has made a secret elsewhere, there would be nowhere to keep it. What any other method
 * will write is not known before it does, and most of them write no secret.
 *
 * @throws SvcError `vault_required`, `vault_not_found`
 */
export async function assertVaults(
  { outputs, model }: ResolvedType,
  method: MethodDescriptor,
  { resources = {} }: Definition,
  secrets: Pick<OutputSecrets, "choose">,
): Promise<void> {
  if (methodKind(method) !== "create") return;
  const specs = outputs ?? model.dataOutputSpecs;
  for (const spec of specs) {
    if (spec.kind === "file" || (!spec.sensitiveOutput && !couldHoldSecret(spec.schema))) return;
  }
  for (const spec of specs as ResourceSpec[]) {
    const own = Object.hasOwn(resources, spec.specName) ? resources[spec.specName] : undefined;
    await secrets.choose(own?.vaultName ?? spec.vaultName, spec.specName);
  }
}
