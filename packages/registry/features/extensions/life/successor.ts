import { isSvcError, SvcError } from "@svc/core/error";
import type { Principal } from "../../../access/credential/principal.ts";
import { findVisible, type VisibleExtension } from "../../../access/extension/visible.ts";
import type { Db } from "../../../access/store/schema.ts";

/**
 * Refuses a successor that would send people nowhere: one that does not exist, that they could not
 * see, or that is itself yanked or deprecated, by which a circle would begin.
 *
 * @throws SvcError `rule_refused`; the same for a name that is hidden from the caller and for none
 */
export async function assertSuccessor(
  db: Db,
  principal: Principal,
  { extension, collective }: VisibleExtension,
  successor: string,
): Promise<void> {
  if (successor === extension.name) {
    throw refused("An extension cannot succeed itself", "Name a different extension");
  }
  const found = await visibleSuccessor(db, principal, successor);
  if (found.collective.private && found.collective.id !== collective.id) {
    throw refused(
      `${successor} is private: not everybody who sees ${extension.name} can see it`,
      "Name a public extension, or one of the same collective",
    );
  }
  const { yanked_at, deprecated_at, superseded_by } = found.extension;
  if (yanked_at !== null) throw refused(`${successor} is yanked`, "Name one that can be pulled");
  if (deprecated_at !== null) {
    const better = superseded_by === null || superseded_by === extension.name
      ? "Name one that is not deprecated"
      : `Name ${superseded_by}, which succeeds it`;
    throw refused(`${successor} is deprecated itself`, better);
  }
}

async function visibleSuccessor(
  db: Db,
  principal: Principal,
  name: string,
): Promise<VisibleExtension> {
  try {
    return await findVisible(db, principal, name);
  } catch (error) {
    if (!isSvcError(error) || error.code !== "not_found") throw error;
    throw refused(`There is no extension ${name}`, "Publish it first, check the name");
  }
}

function refused(message: string, advice: string): SvcError {
  return new SvcError("rule_refused", message, {
    hint: `${advice}, or omit the successor.`,
  });
}
