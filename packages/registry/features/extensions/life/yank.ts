import { ChannelName, MessageResponse } from "@svc/core/wire";
import { SvcError } from "@svc/core/error";
import { z } from "zod";
import { type Call, defineEndpoint } from "../../../access/endpoint/endpoint.ts";
import { extensionOf } from "../../../access/extension/visible.ts";
import { nameParams, versionParams } from "../record/params.ts";
import { carryOut } from "./change.ts";
import { findVersions, type VersionChoice } from "./versions.ts";
import { RESTRICTION_CODES } from "../../../access/extension/restriction.ts";

const body = z.strictObject({
  reason: z.string().trim().min(1, "must say why").max(1000),
  channel: ChannelName.optional(),
});

type Body = z.output<typeof body>;

/** `POST …/{name}/yank`: the whole extension, or all versions of one channel. */
export const yank = defineEndpoint({
  key: "extensions.yank",
  params: nameParams,
  body,
  response: MessageResponse,
  errors: ["not_found", ...RESTRICTION_CODES, "already_yanked"],
  handle: (call) =>
    call.body.channel === undefined
      ? yankExtension(call, call.params.name, call.body.reason)
      : yankVersions(call, "extensions.yank", call.params.name, call.body, {
        channel: call.body.channel,
      }),
});

/** `POST …/{name}@{version}/yank`: one version. */
export const yankVersion = defineEndpoint({
  key: "extensions.yank-version",
  params: versionParams,
  body,
  response: MessageResponse,
  errors: ["not_found", ...RESTRICTION_CODES, "already_yanked"],
  handle: (call) =>
    yankVersions(call, "extensions.yank-version", call.params.name, call.body, {
      version: call.params.version,
      channel: call.body.channel,
    }),
});

async function yankExtension(call: Call, name: string, reason: string) {
  const visible = extensionOf(call);
  await carryOut(call, visible, {
    key: "extensions.yank",
    action: "yanked",
    details: { reason },
    async apply(trx) {
      const { numUpdatedRows } = await trx.updateTable("extension")
        .set({ yanked_at: call.services.now().toISOString(), yank_reason: reason })
        .where("id", "=", visible.extension.id).where("yanked_at", "is", null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw alreadyYanked(name);
      return { kind: "extension_yanked", text: reason };
    },
  });
  return { message: `${name} is yanked; nothing can be pushed to it until it is unyanked` };
}

async function yankVersions(
  call: Call,
  key: "extensions.yank" | "extensions.yank-version",
  name: string,
  { reason }: Body,
  choice: VersionChoice,
) {
  const visible = extensionOf(call);
  let versions: string[] = [];
  await carryOut(call, visible, {
    key,
    action: "yanked",
    details: { reason, ...choice },
    async apply(trx) {
      const found = await findVersions(trx, visible.extension, choice);
      versions = found.filter((row) => row.yanked_at === null).map((row) => row.version);
      if (versions.length === 0) throw alreadyYanked(`${name}@${choice.version ?? choice.channel}`);
      await trx.updateTable("extension_version")
        .set({ yanked_at: call.services.now().toISOString(), yank_reason: reason })
        .where("extension_id", "=", visible.extension.id).where("version", "in", versions)
        .execute();
      return { kind: "version_yanked", version: versions.join(", "), text: reason };
    },
  });
  return { message: `${name}@${versions.join(", ")} is yanked` };
}

function alreadyYanked(what: string): SvcError {
  return new SvcError("already_yanked", `${what} is already yanked`, {
    hint: "There is nothing to do.",
  });
}
