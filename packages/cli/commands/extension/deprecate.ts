import { parseExtensionName } from "@svc/core/name";
import { deprecationText } from "../../extension/deprecation.ts";
import { changeLife, REASON } from "../../extension/lifecycle.ts";
import { confirm } from "../../frame/ask.ts";
import { arg, defineCommand, text } from "../../frame/command.ts";
import { YES } from "../../frame/options.ts";

export default defineCommand({
  description: "A deprecated extension can still be pulled; whoever pulls it sees the reason and " +
    "the replacement.",
  examples: {
    'svc extension deprecate @acme/old --reason "unmaintained" --superseded-by @acme/new':
      "with a successor",
  },
  arguments: [arg("name", "the extension, as @collective/name")],
  options: {
    reason: REASON,
    "superseded-by": text("<name>", "The replacement"),
    yes: YES,
  },
  credential: "personal key",
  async run(context) {
    const { reason, "superseded-by": successor, yes } = context.options;
    const name = parseExtensionName(context.arguments.name).full;
    const supersededBy = successor === undefined ? null : parseExtensionName(successor).full;
    if (!yes) await confirm(context, `Deprecate ${name}?`);
    await changeLife(context, { name, version: null, channel: null }, "deprecate", {
      reason,
      ...(supersededBy === null ? {} : { supersededBy }),
    });
    return { deprecated: { name, reason, supersededBy } };
  },
  text: ({ deprecated: { name, reason, supersededBy } }) =>
    `Deprecated ${name}: ${deprecationText(reason, supersededBy)}`,
});
