import { MessageResponse, NameField } from "@svc/core/wire";
import { isSvcError, SvcError } from "@svc/core/error";
import { z } from "zod";
import { type Principal, userOf } from "../../../access/credential/principal.ts";
import { defineEndpoint } from "../../../access/endpoint/endpoint.ts";
import {
  extensionOf,
  findVisible,
  type VisibleExtension,
} from "../../../access/extension/visible.ts";
import { nameParams } from "../record/params.ts";
import { carryOut } from "./change.ts";
import { RESTRICTION_CODES } from "../../../access/extension/restriction.ts";
import type { Db } from "../../../access/store/schema.ts";

/** `POST …/{name}/deprecate`: still pullable, shown with the reason and the successor. */
export const deprecate = defineEndpoint({
  key: "extensions.deprecate",
  params: nameParams,
  body: z.strictObject({
    reason: z.string().trim().min(1, "must say why").max(1000),
    supersededBy: NameField.optional(),
  }),
  response: MessageResponse,
  errors: ["not_found", ...RESTRICTION_CODES, "already_deprecated", "rule_refused"],
  async handle(call) {
    const { services, params: { name }, body: { reason, supersededBy } } = call;
    const visible = extensionOf(call);
    await carryOut(call, visible, {
      key: "extensions.deprecate",
      action: "deprecated",
      details: { reason, supersededBy },
      async apply(trx) {
        if (supersededBy !== undefined) {
          await assertSuccessor(trx, call.principal, visible, supersededBy);
        }
        const { numUpdatedRows } = await trx.updateTable("extension").set({
          deprecated_at: services.now().toISOString(),
          deprecated_by_user_id: userOf(call.principal)?.id ?? null,
          deprecation_reason: reason,
          superseded_by: supersededBy ?? null,
        }).where("id", "=", visible.extension.id).where("deprecated_at", "is", null)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) {
          throw new SvcError("already_deprecated", `${name} is already deprecated`, {
            hint: "Lift the deprecation first to change its reason.",
          });
        }
        return { kind: "extension_deprecated", text: reason };
      },
    });
    return { message: `${name} is deprecated` };
  },
});

/** `POST …/{name}/undeprecate`. */
export const undeprecate = defineEndpoint({
  key: "extensions.undeprecate",
  params: nameParams,
  body: z.strictObject({}).optional(),
  response: MessageResponse,
  errors: ["not_found", ...RESTRICTION_CODES, "not_deprecated", "rule_refused"],
  async handle(call) {
    const { params: { name } } = call;
    const visible = extensionOf(call);
    await carryOut(call, visible, {
      key: "extensions.undeprecate",
      action: "undeprecated",
      details: {},
      async apply(trx) {
        const { numUpdatedRows } = await trx.updateTable("extension").set({
          deprecated_at: null,
          deprecated_by_user_id: null,
          deprecation_reason: null,
          superseded_by: null,
        }).where("id", "=", visible.extension.id).where("deprecated_at", "is not", null)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) {
          throw new SvcError("not_deprecated", `${name} is not deprecated`, {
            hint: "There is nothing to do.",
          });
        }
        return { kind: "extension_undeprecated" };
      },
    });
    return { message: `${name} is no longer deprecated` };
  },
});

/**
 * Refuses a successor that would send people nowhere: one that does not exist, that they could not
 * see, or that is itself yanked or deprecated, by which a circle would begin.
 *
 * @throws SvcError `rule_refused`; the same for a name that is hidden from the caller and for none
 */
async function assertSuccessor(
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
