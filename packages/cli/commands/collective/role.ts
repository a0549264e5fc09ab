import { isRole, ROLES } from "@svc/core/role";
import { connectWithKey } from "../../client/connect.ts";
import { administered, memberNamed } from "../../collective/administered.ts";
import { ON_PAGE, type OnPage, onPage } from "../../collective/on_page.ts";
import { parseSlug } from "../../collective/path.ts";
import { arg, defineCommand } from "../../frame/command.ts";
import { usage } from "../../frame/parse.ts";

export default defineCommand({
  ...ON_PAGE,
  examples: { "svc collective role acme bob admin": "make bob an admin" },
  arguments: [
    arg("slug", "the collective"),
    arg("username", "the member"),
    arg("role", ROLES.join(", ")),
  ],
  credential: "personal key or token",
  async run(context): Promise<OnPage> {
    const slug = parseSlug(context.arguments.slug);
    const { role } = context.arguments;
    if (!isRole(role)) {
      throw usage(`'${role}' is not a role`, [`Give one of ${ROLES.join(", ")}.`]);
    }
    const { login, caller } = await connectWithKey(context);
    await administered(caller, slug);
    const member = await memberNamed(caller, slug, context.arguments.username);
    const query = new URLSearchParams({ member: member.username, role });
    return await onPage(
      context,
      `make ${member.username}, now ${member.role}, ${role} of ${slug}`,
      `${login.serverUrl}/collectives/${slug}/settings/members?${query}`,
    );
  },
});
