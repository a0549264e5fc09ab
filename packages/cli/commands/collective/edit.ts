import type { Collective } from "@svc/core/wire";
import { callJson } from "../../client/call.ts";
import { connectWithKey } from "../../client/connect.ts";
import { collectivePath, parseSlug } from "../../collective/path.ts";
import { collectiveText } from "../../collective/text.ts";
import { arg, defineCommand, text } from "../../frame/command.ts";
import { usage } from "../../frame/parse.ts";

const YES_NO = ["yes", "no"] as const;

export default defineCommand({
  description: "For admins and owners, and for tokens with the collective:write scope.",
  examples: {
    'svc collective edit acme --description "Build tools."': "the description",
    "svc collective edit acme --visibility private": "only members see it",
    "svc collective edit acme --hide-issues yes": "new issues start hidden",
  },
  arguments: [arg("slug", "the collective")],
  options: {
    description: text("<text>", "Description, one or two sentences; an empty text clears it", {
      short: "d",
    }),
    visibility: text("<who>", "Who can see the collective and its extensions", {
      choices: ["public", "private"],
    }),
    "hide-issues": text("<yes|no>", "Whether new issues are hidden until an admin shows them", {
      choices: YES_NO,
    }),
    "hide-members": text(
      "<yes|no>",
      "Whether outsiders see the members; takes effect on the enterprise plan",
      { choices: YES_NO },
    ),
  },
  credential: "personal key or token",
  async run(context): Promise<Collective> {
    const { options } = context;
    const slug = parseSlug(context.arguments.slug);
    const change = {
      ...(options.description === undefined ? {} : { description: options.description || null }),
      ...(options.visibility === undefined ? {} : { private: options.visibility === "private" }),
      ...(options["hide-issues"] === undefined
        ? {}
        : { hideIssuesByDefault: options["hide-issues"] === "yes" }),
      ...(options["hide-members"] === undefined
        ? {}
        : { hideMembersFromPublic: options["hide-members"] === "yes" }),
    };
    if (Object.keys(change).length === 0) {
      throw usage("Nothing to change", ["Add --description, --visibility or another option."]);
    }
    const { caller } = await connectWithKey(context);
    return await callJson(
      caller,
      { method: "PATCH", path: collectivePath(slug), body: change },
      (wire) => wire.Collective,
    );
  },
  text: (collective) => `Saved. ${collectiveText(collective)}`,
});
