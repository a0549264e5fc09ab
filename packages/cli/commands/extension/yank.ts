import {
  changeLife,
  describeTarget,
  parseTarget,
  REASON,
  TARGET_ARGUMENTS,
} from "../../extension/lifecycle.ts";
import { confirm } from "../../frame/ask.ts";
import { defineCommand } from "../../frame/command.ts";
import { CHANNEL, YES } from "../../frame/options.ts";

export default defineCommand({
  description:
    "A yanked version can no longer be found or pulled; a repository that has it in its " +
    "lockfile can still\nrestore it, with a warning. Yanking a whole extension also stops pushes. " +
    "'svc extension unyank' undoes it.",
  examples: {
    'svc extension yank @acme/tool 2026.11.21.1 --reason "leaks a token" -y': "one version",
    'svc extension yank @acme/tool --channel beta --reason "wrong branch"':
      "the newest version of a channel",
  },
  arguments: TARGET_ARGUMENTS,
  options: {
    reason: REASON,
    channel: CHANNEL,
    yes: YES,
  },
  credential: "personal key",
  async run(context) {
    const { options } = context;
    const target = parseTarget(
      context.arguments.name,
      context.arguments.version,
      options.channel,
    );
    if (!options.yes) await confirm(context, `Yank ${describeTarget(target)}?`);
    await changeLife(context, target, "yank", {
      reason: options.reason,
      ...(options.channel ? { channel: options.channel } : {}),
    });
    return { yanked: { ...target, reason: options.reason } };
  },
  text: ({ yanked }) => `Yanked ${describeTarget(yanked)}: ${yanked.reason}`,
});
