import { SvcError } from "@svc/core/error";
import { parseExtensionName } from "@svc/core/name";
import { POLICY, type PolicyKey } from "@svc/core/policy";
import { authorizeCollective } from "../membership/authorize.ts";
import type { Membership } from "../membership/membership.ts";
import type { Call } from "../endpoint/endpoint.ts";
import { findVisible, noSuchExtension, type VisibleExtension } from "./visible.ts";

/**
 * Decides whether the caller may use a row on the collective that owns the name.
 *
 * @throws SvcError in the order of design §4: `wrong_collective`, `missing_scope`, `not_found`,
 *   `role_too_low`
 */
export async function authorizeOwner(
  call: Pick<Call, "services" | "principal">,
  key: PolicyKey,
  name: string,
): Promise<Membership> {
  const { collective } = parseExtensionName(name);
  return await authorizeCollective(call.services.db, call.principal, POLICY[key], collective);
}

/**
 * The extension the caller wants to change, once he is found to be allowed to.
 *
 * @throws SvcError as {@link authorizeOwner}, with the same `not_found` for an extension that is
 *   absent and a collective that is absent or private
 */
export async function authorizeChange(
  call: Pick<Call, "services" | "principal">,
  key: PolicyKey,
  name: string,
): Promise<VisibleExtension> {
  const { db } = call.services;
  try {
    await authorizeOwner(call, key, name);
  } catch (error) {
    if (!(error instanceof SvcError)) throw error;
    if (error.code === "not_found") throw noSuchExtension(name);
    // What is not there is not found, whatever the role.
    if (error.code === "role_too_low") await findVisible(db, call.principal, name);
    throw error;
  }
  return await findVisible(db, call.principal, name, { authorized: true });
}
