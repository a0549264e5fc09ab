import type { Member } from "@svc/core/wire";
import { connectWithKey } from "../../client/connect.ts";
import { readAll } from "../../collective/pages.ts";
import { collectivePath, parseSlug } from "../../collective/path.ts";
import { listing } from "../../frame/table.ts";
import { arg, defineCommand } from "../../frame/command.ts";

interface Result {
  collective: string;
  members: Member[];
  /** True when the collective hides its members from the caller. */
  hidden: boolean;
}

export default defineCommand({
  examples: {
    "svc collective members acme": "usernames, roles, since when",
    "svc collective members acme --jq '.members[] | select(.role == \"admin\").username'":
      "its admins",
  },
  arguments: [arg("slug", "the collective")],
  lists: ".members[]",
  credential: "personal key or token",
  async run(context): Promise<Result> {
    const slug = parseSlug(context.arguments.slug);
    const { caller } = await connectWithKey(context);
    const result: Result = { collective: slug, members: [], hidden: false };
    await readAll(
      caller,
      collectivePath(slug, "/members"),
      (wire, z) =>
        z.object({
          members: z.array(wire.Member),
          hidden: z.boolean(),
          nextCursor: z.string().nullish(),
        }),
      (page) => {
        result.members.push(...page.members);
        result.hidden = page.hidden;
      },
    );
    return result;
  },
  text({ collective, members, hidden }, { paint, width }) {
    if (hidden) return `${collective} hides its members from people outside it.`;
    return listing({ paint, width }, members, {
      USERNAME: (one) => one.username,
      NAME: (one) => one.name,
      ROLE: (one) => one.role,
      JOINED: (one) => one.joinedAt.slice(0, 10),
    });
  },
});
