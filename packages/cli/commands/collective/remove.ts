import { connectWithKey } from "../../client/connect.ts";
import { administered, memberNamed } from "../../collective/administered.ts";
import { ON_PAGE, type OnPage, onPage } from "../../collective/on_page.ts";
import { parseSlug } from "../../collective/path.ts";
import { arg, defineCommand } from "../../frame/command.ts";

export default defineCommand({
  ...ON_PAGE,
  examples: { "svc collective remove acme bob": "end bob's membership" },
  arguments: [
    arg("slug", "the collective"),
    arg("username", "the member"),
  ],
  credential: "personal key or token",
  async run(context): Promise<OnPage> {
    const slug = parseSlug(context.arguments.slug);
    const { login, caller } = await connectWithKey(context);
    await administered(caller, slug);
    const { username } = await memberNamed(caller, slug, context.arguments.username);
    const query = new URLSearchParams({ member: username });
    return await onPage(
      context,
      `remove ${username} from ${slug}`,
      `${login.serverUrl}/collectives/${slug}/settings/members?${query}`,
    );
  },
});
