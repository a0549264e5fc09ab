import type { z } from "zod";
import { SvcError } from "@svc/core/error";
import type { ShapeParts } from "../../client/answer.ts";
import { callJson } from "../../client/call.ts";
import { connectWithKey } from "../../client/connect.ts";
import { parseTarget } from "../../extension/lifecycle.ts";
import { extensionPath } from "../../extension/path.ts";
import { arg, defineCommand, text } from "../../frame/command.ts";

const resultShape = (_: unknown, zod: ShapeParts) =>
  zod.object({
    name: zod.string(),
    version: zod.string(),
    previousChannel: zod.string(),
    channel: zod.string(),
    message: zod.string(),
  });

type Result = z.infer<ReturnType<typeof resultShape>>;

export default defineCommand({
  description:
    "Moves the same archive to a higher channel: beta to rc or stable, rc to stable. Versions " +
    "cannot be moved down.",
  examples: { "svc extension promote @acme/tool 2026.11.21.1 --channel stable": "release it" },
  arguments: [
    arg("name", "the extension, as @collective/name or @collective/name@version"),
    arg("version", "the version to promote", { optional: true }),
  ],
  options: {
    channel: text("<channel>", "Where to", { choices: ["rc", "stable"], required: true }),
  },
  credential: "personal key or token",
  async run(context): Promise<Result> {
    const { name, version } = parseTarget(context.arguments.name, context.arguments.version);
    if (version === null) throw new SvcError("usage", "Specify the version to promote");
    const { caller } = await connectWithKey(context);
    return await callJson(
      caller,
      {
        method: "POST",
        path: `${extensionPath(name)}/promote`,
        apiKeyHeader: true,
        body: { version, toChannel: context.options.channel },
      },
      resultShape,
    );
  },
  text: ({ name, version, previousChannel, channel }) =>
    `${name} ${version}: ${previousChannel} to ${channel}.`,
});
