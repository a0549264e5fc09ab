import { ChannelName, VersionField } from "@svc/core/wire";
import { mayPromote } from "@svc/core/channel";
import { SvcError } from "@svc/core/error";
import { z } from "zod";
import { defineEndpoint } from "../../../access/endpoint/endpoint.ts";
import { extensionOf } from "../../../access/extension/visible.ts";
import { nameParams } from "../record/params.ts";
import { assertPushes } from "../staged/rule.ts";
import { carryOut } from "./change.ts";
import { findVersions } from "./versions.ts";
import { RESTRICTION_CODES } from "../../../access/extension/restriction.ts";

const STAGE_HINT =
  "An approval is for one channel. Raise the version in the manifest and stage it " +
  "for the channel where it is to be: svc extension stage";

/** `POST …/{name}/promote`: the same bytes in a higher channel; upward only. */
export const promote = defineEndpoint({
  key: "extensions.promote",
  params: nameParams,
  body: z.strictObject({ version: VersionField, toChannel: z.enum(["rc", "stable"]) }),
  response: z.object({
    name: z.string(),
    version: z.string(),
    previousChannel: ChannelName,
    channel: ChannelName,
    message: z.string(),
  }),
  errors: [
    "not_found",
    ...RESTRICTION_CODES,
    "channel_order",
    "extension_yanked",
    "staging_required",
  ],
  async handle(call) {
    const { params: { name }, body: { version, toChannel } } = call;
    const visible = extensionOf(call);
    const wanted = { name, collectiveId: visible.collective.id };
    let previousChannel = ChannelName.enum.beta as z.output<typeof ChannelName>;
    await carryOut(call, visible, {
      key: "extensions.promote",
      action: "promoted",
      details: { version, toChannel },
      async apply(trx) {
        const [found] = await findVersions(trx, visible.extension, { version });
        previousChannel = ChannelName.parse(found!.channel);
        if (found!.yanked_at !== null) {
          throw new SvcError("extension_yanked", `${name}@${version} is yanked`, {
            hint: "Unyank it before promoting it.",
          });
        }
        if (!mayPromote(previousChannel, toChannel)) {
          throw new SvcError(
            "channel_order",
            `${name}@${version} is in ${previousChannel} and cannot move to ${toChannel}`,
            { hint: "Promotion only goes upward: beta, rc, stable." },
          );
        }
        await assertPushes(trx, wanted, call.services.now(), STAGE_HINT);
        await trx.updateTable("extension_version").set({ channel: toChannel })
          .where("extension_id", "=", visible.extension.id).where("version", "=", version)
          .execute();
        return {
          kind: "version_promoted",
          version,
          text: toChannel,
          logged: { from: previousChannel },
        };
      },
    });
    return {
      name,
      version,
      previousChannel,
      channel: toChannel,
      message: `${name}@${version} moved from ${previousChannel} to ${toChannel}`,
    };
  },
});
