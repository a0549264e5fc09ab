import { assertSlug } from "@svc/core/name";
import { connect } from "../../client/connect.ts";
import { ON_PAGE, type OnPage, onPage } from "../../collective/on_page.ts";
import { arg, defineCommand, text } from "../../frame/command.ts";

export default defineCommand({
  ...ON_PAGE,
  examples: {
    "svc collective create acme": "open the form with the name filled in",
    'svc collective create acme --name "Acme Tools" --no-browser': "print the URL",
  },
  arguments: [arg("slug", "slug of the collective: 2 to 39 letters, digits, - and _")],
  options: {
    name: text("<text>", "Display name of the collective"),
    ...ON_PAGE.options,
  },
  async run(context): Promise<OnPage> {
    const slug = context.arguments.slug.replace(/^@/, "");
    assertSlug(slug, "slug");
    const { login } = await connect(context);
    const { name } = context.options;
    const query = new URLSearchParams({ create: slug, ...(name === undefined ? {} : { name }) });
    return await onPage(
      context,
      `create the collective ${slug}`,
      `${login.serverUrl}/account?${query}#collectives`,
    );
  },
});
