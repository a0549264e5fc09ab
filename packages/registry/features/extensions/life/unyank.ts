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
  channel: ChannelName.optional(),
  reason: z.string().trim().max(1000).optional(),
}).optional();

type Body = z.output<typeof body>;

/** `POST …/{name}/unyank`: brings back the extension, or all versions of one channel. */
export const unyank = defineEndpoint({
  key: "extensions.unyank",
  params: nameParams,
  body,
  response: MessageResponse,
  errors: ["not_found", ...RESTRICTION_CODES, "not_yanked"],
  handle: (call) =>
    call.body?.channel === undefined
      ? unyankExtension(call, call.params.name, call.body)
      : unyankVersions(call, "extensions.unyank", call.params.name, call.body, {
        channel: call.body.channel,
      }),
});

/** `POST …/{name}@{version}/unyank`: brings back one version. */
export const unyankVersion = defineEndpoint({
  key: "extensions.unyank-version",
  params: versionParams,
  body,
  response: MessageResponse,
  errors: ["not_found", ...RESTRICTION_CODES, "not_yanked"],
  handle: (call) =>
    unyankVersions(call, "extensions.unyank-version", call.params.name, call.body, {
      version: call.params.version,
      channel: call.body?.channel,
    }),
});

async function unyankExtension(call: Call, name: string, body: Body) {
  const visible = extensionOf(call);
  await carryOut(call, visible, {
    key: "extensions.unyank",
    action: "unyanked",
    details: { reason: body?.reason },
    async apply(trx) {
      const { numUpdatedRows } = await trx.updateTable("extension")
        .set({ yanked_at: null, yank_reason: null })
        .where("id", "=", visible.extension.id).where("yanked_at", "is not", null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw notYanked(name);
      return { kind: "extension_unyanked", ...textOf(body) };
    },
  });
  return { message: `${name} is no longer yanked` };
}

async function unyankVersions(
  call: Call,
  key: "extensions.unyank" | "extensions.unyank-version",
  name: string,
  body: Body,
  choice: VersionChoice,
) {
  const visible = extensionOf(call);
  let versions: string[] = [];
  await carryOut(call, visible, {
    key,
    action: "unyanked",
    details: { reason: body?.reason, ...choice },
    async apply(trx) {
      const found = await findVersions(trx, visible.extension, choice);
      // What the operator has taken down is the operator's to bring back.
      versions = found.filter((row) => row.yanked_at !== null && row.taken_down_at === null)
        .map((row) => row.version);
      if (versions.length === 0) throw notYanked(`${name}@${choice.version ?? choice.channel}`);
      await trx.updateTable("extension_version").set({ yanked_at: null, yank_reason: null })
        .where("extension_id", "=", visible.extension.id).where("version", "in", versions)
        .execute();
      return { kind: "version_unyanked", version: versions.join(", "), ...textOf(body) };
    },
  });
  return { message: `${name}@${versions.join(", ")} is no longer yanked` };
}

function textOf(body: Body): { text?: string } {
  return body?.reason ? { text: body.reason } : {};
}

function notYanked(what: string): SvcError {
  return new SvcError("not_yanked", `${what} is not yanked`, { hint: "There is nothing to do." });
}
