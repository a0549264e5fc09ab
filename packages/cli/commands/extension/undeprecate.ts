import { parseExtensionName } from "@svc/core/name";
import { changeLife } from "../../extension/lifecycle.ts";
import { arg, defineCommand } from "../../frame/command.ts";
import { YES } from "../../frame/options.ts";

export default defineCommand({
  examples: { "svc extension undeprecate @acme/old": "remove the deprecation" },
  arguments: [arg("name", "the extension, as @collective/name")],
  options: { yes: YES },
  credential: "personal key",
  async run(context) {
    const name = parseExtensionName(context.arguments.name).full;
    await changeLife(context, { name, version: null, channel: null }, "undeprecate", undefined);
    return { undeprecated: { name } };
  },
  text: ({ undeprecated: { name } }) => `${name} is no longer deprecated.`,
});
