import type { z } from "zod";
import type { ShapeParts } from "../../client/answer.ts";
import { connectWithKey } from "../../client/connect.ts";
import { readAll } from "../../collective/pages.ts";
import { collectivePath, parseSlug } from "../../collective/path.ts";
import { listing } from "../../frame/table.ts";
import { arg, defineCommand } from "../../frame/command.ts";

/** A page of a collective's extensions. */
const pageShape = (_: unknown, zod: ShapeParts) => {
  const text = zod.string().nullable();
  const listed = zod.object({
    name: zod.string(),
    description: zod.string(),
    latestVersion: text,
    latestRc: text,
    latestBeta: text,
    yankedAt: text,
    deprecatedAt: text,
  });
  return zod.object({ extensions: zod.array(listed), nextCursor: text.optional() });
};

type Listed = z.infer<ReturnType<typeof pageShape>>["extensions"][number];

export default defineCommand({
  description: "Members and collective tokens also see extensions that are yanked.",
  examples: { "svc collective extensions acme": "names, versions, states" },
  arguments: [arg("slug", "the collective")],
  lists: ".extensions[]",
  credential: "personal key or token",
  async run(context) {
    const slug = parseSlug(context.arguments.slug);
    const { caller } = await connectWithKey(context);
    const extensions: Listed[] = [];
    await readAll(
      caller,
      collectivePath(slug, "/extensions"),
      pageShape,
      (page) => extensions.push(...page.extensions),
    );
    return { collective: slug, extensions };
  },
  text({ collective, extensions }, { paint, width }) {
    if (extensions.length === 0) return `${collective} has published no extension.`;
    return listing({ paint, width }, extensions, {
      NAME: (one) => one.name,
      LATEST: (one) => one.latestVersion ?? one.latestRc ?? one.latestBeta ?? "none",
      STATE: (one) => one.yankedAt ? "yanked" : one.deprecatedAt ? "deprecated" : "published",
      DESCRIPTION: (one) => one.description,
    });
  },
});
