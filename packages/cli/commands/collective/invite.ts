import { ROLES } from "@svc/core/role";
import { connectWithKey } from "../../client/connect.ts";
import { administered } from "../../collective/administered.ts";
import { ON_PAGE, type OnPage, onPage } from "../../collective/on_page.ts";
import { parseSlug } from "../../collective/path.ts";
import { arg, defineCommand, text } from "../../frame/command.ts";

export default defineCommand({
  ...ON_PAGE,
  examples: {
    "svc collective invite acme bob": "as a member",
    "svc collective invite acme bob@example.org --role admin": "by address",
  },
  arguments: [
    arg("slug", "the collective"),
    arg("who", "a username or an e-mail address"),
  ],
  options: {
    role: text("<role>", "Role of the new member", { default: "member", choices: ROLES }),
    ...ON_PAGE.options,
  },
  credential: "personal key or token",
  async run(context): Promise<OnPage> {
    const slug = parseSlug(context.arguments.slug);
    const who = context.arguments.who.replace(/^@/, "");
    const { login, caller } = await connectWithKey(context);
    await administered(caller, slug);
    const query = new URLSearchParams({ invite: who, role: context.options.role });
    return await onPage(
      context,
      `invite ${who} into ${slug}`,
      `${login.serverUrl}/collectives/${slug}/settings/invitations?${query}`,
    );
  },
});
