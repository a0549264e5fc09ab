import { SvcError } from "@svc/core/error";
import { normalizeType } from "@svc/core/type";
import { allDefinitions } from "@svc/runtime/definitions";
import { installedTypes } from "@svc/runtime/installed";
import type { Repository } from "@svc/runtime/repository";

/**
 * Refuses to take away an extension whose types behaviors have: they could not run any more.
 *
 * @throws SvcError `conflict` naming the behaviors
 */
export async function refuseUsed(repository: Repository, name: string): Promise<void> {
  const types = new Set(await installedTypes(repository, name));
  const users = types.size === 0
    ? []
    : (await allDefinitions(repository)).map(({ definition }) => definition)
      .filter(({ type }) => types.has(normalizeType(type)));
  if (users.length === 0) return;
  throw new SvcError("conflict", `${name} is used by ${users.map((one) => one.name).join(", ")}`, {
    hint: "Delete those behaviors first, or use --force. They are kept, but cannot run without it.",
    details: users.map((one) => ({ path: one.name, message: `is a ${one.type}` })),
  });
}
