import { SvcError } from "@svc/core/error";
import { parseExtensionName } from "@svc/core/name";
import type { PolicyRow } from "@svc/core/policy";
import type { Principal } from "../credential/principal.ts";
import { authorizeCollective } from "../membership/authorize.ts";
import type { Membership } from "../membership/membership.ts";
import { extensionMoved } from "../name/take.ts";
import type { Services } from "../services.ts";
import { findVisible, noSuchExtension, type VisibleExtension } from "./visible.ts";

/**
 * Decides whether the caller may use a row on the collective that owns the name.
 *
 * @throws SvcError in the order of design §4: `no_publisher` for a CI job, `wrong_collective`,
 *   `missing_scope`, `not_found`, `role_too_low`, `second_factor_missing`
 */
export async function authorizeOwner(
  { services, principal }: { services: Pick<Services, "db" | "config">; principal: Principal },
  row: PolicyRow,
  name: string,
): Promise<Membership> {
  const { collective } = parseExtensionName(name);
  if (principal.kind === "publishToken") {
    const named = principal.grants.map(({ extension }) => extension);
    if (!named.includes(name)) {
      throw new SvcError("no_publisher", `This job may not publish ${name}`, {
        hint: `What it got its key for: ${named.join(", ")}.`,
      });
    }
  }
  return await authorizeCollective(services, principal, row, collective);
}

/**
 * The extension the caller wants to change, once they are found to be allowed to.
 *
 * @throws SvcError as {@link authorizeOwner}, with the same `not_found` for an extension that is
 *   absent and a collective that is absent or private; `quarantined` for one that nobody may change,
 *   `extension_moved` for one that the collective had
 */
export async function authorizeChange(
  services: Pick<Services, "db" | "config">,
  principal: Principal,
  row: PolicyRow,
  name: string,
): Promise<VisibleExtension> {
  const { db } = services;
  try {
    await authorizeOwner({ services, principal }, row, name);
  } catch (error) {
    if (!(error instanceof SvcError)) throw error;
    if (error.code === "not_found") throw noSuchExtension(name);
    // What is not there is not found, whatever the role.
    if (error.code === "role_too_low") await findVisible(db, principal, name);
    throw error;
  }
  const options = { authorized: true, unrestricted: true };
  try {
    return await findVisible(db, principal, name, options);
  } catch (error) {
    if (!(error instanceof SvcError) || error.message !== noSuchExtension(name).message) {
      throw error;
    }
    // What the collective gave away is not its to change by the name that it still has.
    const moved = await findVisible(db, principal, name, { ...options, earlier: true })
      .catch(() => undefined);
    throw moved === undefined ? error : extensionMoved(name);
  }
}
