import type { StagedVersion } from "@svc/core/wire";
import { callJson } from "../../client/call.ts";
import { connectWithKey } from "../../client/connect.ts";
import { stagedPath, stateText } from "../../extension/stage.ts";
import { arg, defineCommand } from "../../frame/command.ts";

export default defineCommand({
  description: [
    "Takes back a version that you staged, before it is published. Its number is free then.",
    "What somebody else staged an admin rejects: svc extension reject.",
  ].join("\n"),
  examples: { "svc extension withdraw 5f0c8a7e-0f55-4d0e-9a55-2f3f0d5b9a11": "what you staged" },
  arguments: [arg("id", "the id of a staged version, as 'svc extension staged' lists")],
  options: {},
  credential: "personal key or token",
  async run(context): Promise<StagedVersion> {
    const { caller } = await connectWithKey(context);
    const path = `${stagedPath(context.arguments.id)}/withdraw`;
    return await context.progress.phase(
      "Withdrawing",
      () => callJson(caller, { method: "POST", path }, (wire) => wire.StagedVersion),
    );
  },
  text: (staged) => `${staged.name} ${staged.version}: ${stateText(staged)}`,
});
