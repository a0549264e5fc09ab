import { callJson } from "../../client/call.ts";
import { connectWithKey } from "../../client/connect.ts";
import { collectivePath, parseSlug } from "../../collective/path.ts";
import { collectiveText } from "../../collective/text.ts";
import { arg, defineCommand } from "../../frame/command.ts";

export default defineCommand({
  examples: {
    "svc collective view acme": "description, your role, settings",
    "svc collective view acme --json": "the whole record",
  },
  arguments: [arg("slug", "the collective")],
  credential: "personal key or token",
  async run(context) {
    const slug = parseSlug(context.arguments.slug);
    const { login, caller } = await connectWithKey(context);
    const collective = await callJson(
      caller,
      { path: collectivePath(slug) },
      (wire) => wire.Collective,
    );
    return { ...collective, url: `${login.serverUrl}/collectives/${slug}` };
  },
  text: (collective) => `${collectiveText(collective)}\n${collective.url}`,
});
