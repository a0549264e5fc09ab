import { ChannelName, MessageResponse } from "@svc/core/wire";
import { SvcError } from "@svc/core/error";
import { z } from "zod";
import { type Call, defineEndpoint } from "../../../access/endpoint/endpoint.ts";
import { extensionOf } from "../../../access/extension/visible.ts";
import { nameParams, versionParams } from "../record/params.ts";
import { carryOut } from "./change.ts";
import { findVersions, type VersionChoice } from "./versions.ts";
import { RESTRICTION_CODES } from "../../../access/extension/restriction.ts";

const yankBody = z.strictObject({
  reason: z.string().trim().min(1, "must say why").max(1000),
  channel: ChannelName.optional(),
});

const unyankBody = z.strictObject({
  channel: ChannelName.optional(),
  reason: z.string().trim().max(1000).optional(),
}).optional();

/** `POST …/{name}/yank`: the whole extension, or all versions of one channel. */
export const yank = defineEndpoint({
  key: "extensions.yank",
  params: nameParams,
  body: yankBody,
  response: MessageResponse,
  errors: ["not_found", ...RESTRICTION_CODES, "already_yanked"],
  handle: (call) => changeExtension(call, "yank", call.params.name, call.body),
});

/** `POST …/{name}@{version}/yank`: one version. */
export const yankVersion = defineEndpoint({
  key: "extensions.yank-version",
  params: versionParams,
  body: yankBody,
  response: MessageResponse,
  errors: ["not_found", ...RESTRICTION_CODES, "already_yanked"],
  handle: (call) => changeVersions(call, "yank", { ...call.params, ...call.body }),
});

/** `POST …/{name}/unyank`: brings back the extension, or all versions of one channel. */
export const unyank = defineEndpoint({
  key: "extensions.unyank",
  params: nameParams,
  body: unyankBody,
  response: MessageResponse,
  errors: ["not_found", ...RESTRICTION_CODES, "not_yanked", "rule_refused"],
  handle: (call) => changeExtension(call, "unyank", call.params.name, call.body ?? {}),
});

/** `POST …/{name}@{version}/unyank`: brings back one version. */
export const unyankVersion = defineEndpoint({
  key: "extensions.unyank-version",
  params: versionParams,
  body: unyankBody,
  response: MessageResponse,
  errors: ["not_found", ...RESTRICTION_CODES, "not_yanked", "rule_refused"],
  handle: (call) => changeVersions(call, "unyank", { ...call.params, ...call.body }),
});

/** What a change of each way is called, and how what has it already is refused. */
const WAYS = {
  yank: {
    action: "yanked",
    done: "is yanked",
    refusal: (what: string) =>
      new SvcError("already_yanked", `${what} is already yanked`, {
        hint: "There is nothing to do.",
      }),
  },
  unyank: {
    action: "unyanked",
    done: "is no longer yanked",
    refusal: (what: string) =>
      new SvcError("not_yanked", `${what} is not yanked`, { hint: "There is nothing to do." }),
  },
} as const;

interface Wanted extends Pick<VersionChoice, "channel"> {
  reason?: string | undefined;
}

function columnsOf(call: Call, way: keyof typeof WAYS, reason = "") {
  return way === "yank"
    ? { yanked_at: call.services.now().toISOString(), yank_reason: reason }
    : { yanked_at: null, yank_reason: null };
}

async function changeExtension(
  call: Call,
  way: keyof typeof WAYS,
  name: string,
  { reason, channel }: Wanted,
) {
  if (channel !== undefined) return await changeVersions(call, way, { name, reason, channel });
  const visible = extensionOf(call);
  const { action, done, refusal } = WAYS[way];
  await carryOut(call, visible, {
    key: `extensions.${way}`,
    action,
    details: { reason },
    async apply(trx) {
      const { numUpdatedRows } = await trx.updateTable("extension")
        .set(columnsOf(call, way, reason))
        .where("id", "=", visible.extension.id)
        .where("yanked_at", way === "yank" ? "is" : "is not", null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw refusal(name);
      return { kind: `extension_${action}`, ...(reason ? { text: reason } : {}) };
    },
  });
  const until = way === "yank" ? "; nothing can be pushed to it until it is unyanked" : "";
  return { message: `${name} ${done}${until}` };
}

async function changeVersions(
  call: Call,
  way: keyof typeof WAYS,
  { name, reason, version, channel }: Wanted & { name: string; version?: string },
) {
  const visible = extensionOf(call);
  const { action, done, refusal } = WAYS[way];
  const choice = { ...(version === undefined ? {} : { version }), channel };
  let versions: string[] = [];
  await carryOut(call, visible, {
    key: version === undefined ? `extensions.${way}` : `extensions.${way}-version`,
    action,
    details: { reason, ...choice },
    async apply(trx) {
      const found = await findVersions(trx, visible.extension, choice);
      // What the operator has taken down is the operator's to bring back.
      versions = found.filter((row) =>
        way === "yank" ? row.yanked_at === null : row.yanked_at !== null && !row.taken_down_at
      ).map((row) => row.version);
      if (versions.length === 0) throw refusal(`${name}@${version ?? channel}`);
      await trx.updateTable("extension_version").set(columnsOf(call, way, reason))
        .where("extension_id", "=", visible.extension.id).where("version", "in", versions)
        .execute();
      return {
        kind: `version_${action}`,
        version: versions.join(", "),
        ...(reason ? { text: reason } : {}),
      };
    },
  });
  return { message: `${name}@${versions.join(", ")} ${done}` };
}
