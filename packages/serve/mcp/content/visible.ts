import { SvcError } from "@svc/core/error";
import { tryFindDefinition } from "@svc/runtime/definitions";
import type { McpHost } from "../host/host.ts";
import { mayRead } from "../../rights/rights.ts";

/**
 * Refuses a behavior that the caller may not see, in the words for one that is not there.
 *
 * @throws SvcError `definition_not_found`
 */
export async function assertVisible(host: McpHost, behavior: string): Promise<void> {
  const found = await tryFindDefinition(host.repository, behavior);
  // An id is not a name: rights are about names.
  if (found?.definition.name === behavior && mayRead(host.rights(), behavior)) return;
  throw new SvcError("definition_not_found", `Behavior not found: ${behavior.slice(0, 200)}`, {
    hint: "'list_data' lists the behaviors that you may see.",
  });
}
