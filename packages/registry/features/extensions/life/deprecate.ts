import { MessageResponse, NameField } from "@svc/core/wire";
import { SvcError } from "@svc/core/error";
import { z } from "zod";
import { userOf } from "../../../access/credential/principal.ts";
import { defineEndpoint } from "../../../access/endpoint/endpoint.ts";
import { extensionOf } from "../../../access/extension/visible.ts";
import { nameParams } from "../record/params.ts";
import { carryOut } from "./change.ts";
import { assertSuccessor } from "./successor.ts";
import { RESTRICTION_CODES } from "../../../access/extension/restriction.ts";

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
