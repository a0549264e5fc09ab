import {
  changeLife,
  describeTarget,
  parseTarget,
  TARGET_ARGUMENTS,
} from "../../extension/lifecycle.ts";
import { defineCommand, text } from "../../frame/command.ts";
import { CHANNEL, YES } from "../../frame/options.ts";

export default defineCommand({
  examples: {
    "svc extension unyank @acme/tool 2026.11.21.1": "one version",
    "svc extension unyank @acme/tool": "the whole extension",
  },
  arguments: TARGET_ARGUMENTS,
  options: {
    reason: text("<text>", "The reason, recorded in the log"),
    channel: CHANNEL,
    yes: YES,
  },
  credential: "personal key",
  async run(context) {
    const { reason, channel } = context.options;
    const target = parseTarget(context.arguments.name, context.arguments.version, channel);
    const body = { ...(reason ? { reason } : {}), ...(channel ? { channel } : {}) };
    await changeLife(context, target, "unyank", reason || channel ? body : undefined);
    return { unyanked: { ...target, reason: reason ?? null } };
  },
  text: ({ unyanked }) => `${describeTarget(unyanked)} can be pulled again.`,
});
