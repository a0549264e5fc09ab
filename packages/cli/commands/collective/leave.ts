import { SvcError } from "@svc/core/error";
import { callJson } from "../../client/call.ts";
import { connectWithKey } from "../../client/connect.ts";
import { ON_PAGE, type OnPage, onPage } from "../../collective/on_page.ts";
import { collectivePath, parseSlug } from "../../collective/path.ts";
import { arg, defineCommand } from "../../frame/command.ts";

export default defineCommand({
  ...ON_PAGE,
  examples: { "svc collective leave acme": "end your own membership" },
  arguments: [arg("slug", "the collective")],
  credential: "personal key",
  async run(context): Promise<OnPage> {
    const slug = parseSlug(context.arguments.slug);
    const { login, caller } = await connectWithKey(context);
    const { role } = await callJson(
      caller,
      { path: collectivePath(slug) },
      (wire) => wire.Collective,
    );
    if (role === null || role === "token") {
      throw new SvcError("rule_refused", `You are not a member of '${slug}'`, {
        hint: "'svc collective list' shows your collectives.",
      });
    }
    return await onPage(
      context,
      `leave ${slug}`,
      `${login.serverUrl}/collectives/${slug}#leave`,
    );
  },
});
