import { ExtensionInfo } from "@svc/core/wire";
import { SvcError } from "@svc/core/error";
import { z } from "zod";
import { defineEndpoint } from "../../../access/endpoint/endpoint.ts";
import { nameParams } from "../record/params.ts";
import { followRecord } from "../publish/follow_record.ts";
import { infoOf } from "../read/info.ts";
import { forgetVerification, isVerificationOpen } from "../score/verification.ts";
import { extensionOf, findVisible } from "../../../access/extension/visible.ts";
import { carryOut } from "./change.ts";
import { RESTRICTION_CODES } from "../../../access/extension/restriction.ts";

const url = z.url({ protocol: /^https?$/, error: "must be an http or https URL" }).max(2000);

/** `PATCH …/{name}`: the metadata the score reads live; what is left out stays (spec §2.6). */
export const update = defineEndpoint({
  key: "extensions.update",
  params: nameParams,
  body: z.strictObject({
    description: z.string().max(10_000).optional(),
    platforms: z.array(z.string().min(1).max(100)).max(50).optional(),
    repository: url.nullable().optional(),
    homepage: url.nullable().optional(),
    license: z.string().trim().min(1).max(200).nullable().optional(),
  }),
  response: ExtensionInfo,
  errors: ["not_found", ...RESTRICTION_CODES],
  async handle(call) {
    const { services, principal, params: { name }, body } = call;
    const visible = extensionOf(call);
    if (Object.keys(body).length === 0) {
      throw new SvcError("validation_failed", "The request changes nothing", {
        hint: "Give one of description, platforms, repository, homepage, license.",
      });
    }
    const { id } = visible.extension;
    await carryOut(call, visible, {
      key: "extensions.update",
      action: "edited",
      details: body,
      async apply(trx) {
        // An edit is of the record as it stands by rule; what it edits is not taken back after it.
        const { extension: before } = await followRecord(trx, services, id, services.now());
        const moved = body.repository !== undefined && body.repository !== before.repository;
        const changed = await trx.updateTable("extension").set({
          ...(body.description === undefined ? {} : { description: body.description }),
          ...(body.platforms === undefined ? {} : { platforms: JSON.stringify(body.platforms) }),
          ...(body.repository === undefined ? {} : { repository: body.repository }),
          ...(body.homepage === undefined ? {} : { homepage: body.homepage }),
          ...(body.license === undefined ? {} : { license: body.license }),
          // The old answer was about another repository; the new one is asked about again.
          ...(moved ? forgetVerification(before) : {}),
        }).where("id", "=", id).returningAll().executeTakeFirstOrThrow();
        if (moved && isVerificationOpen(changed)) {
          await services.jobs.add(trx, "verification", id, services.now());
        }
        return undefined;
      },
    });
    return await infoOf(services, await findVisible(services.db, principal, name));
  },
});
