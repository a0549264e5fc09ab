import { assertName } from "../names/name.ts";

/**
 * Checks the name of a webhook.
 *
 * @throws SvcError `invalid_name` with what is allowed
 */
export function assertHookName(name: string): void {
  assertName("webhook", name, "deploy-on-push");
}
