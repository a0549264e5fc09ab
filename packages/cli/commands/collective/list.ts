import { callJson } from "../../client/call.ts";
import { connectWithKey } from "../../client/connect.ts";
import { listing } from "../../frame/table.ts";
import { defineCommand } from "../../frame/command.ts";

export default defineCommand({
  description: "A collective token lists its own collective.",
  examples: {
    "svc collective list": "names, your role, visibility",
    "svc collective list --jq '.collectives[] | select(.role == \"owner\").slug'":
      "the ones you own",
  },
  lists: ".collectives[]",
  credential: "personal key or token",
  async run(context) {
    const { caller } = await connectWithKey(context);
    return await callJson(
      caller,
      { path: "/api/v1/collectives" },
      (wire, z) => z.object({ collectives: z.array(wire.Collective) }),
    );
  },
  text({ collectives }, { paint, width }) {
    return listing({ paint, width }, collectives, {
      SLUG: (one) => one.slug,
      NAME: (one) => one.name,
      ROLE: (one) => one.personal ? "personal" : one.role ?? "",
      VISIBILITY: (one) => one.private ? "private" : "public",
    });
  },
});
