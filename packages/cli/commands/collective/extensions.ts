import { connectWithKey } from "../../client/connect.ts";
import { readAll } from "../../collective/pages.ts";
import { collectivePath, parseSlug } from "../../collective/path.ts";
import { table } from "../../frame/table.ts";
import { defineCommand } from "../../frame/command.ts";

/** An extension as its collective's list has it. */
interface Listed {
  name: string;
  description: string;
  latestVersion: string | null;
  latestRc: string | null;
  latestBeta: string | null;
  yankedAt: string | null;
  deprecatedAt: string | null;
}

interface Result {
  collective: string;
  extensions: Listed[];
}

export default defineCommand({
  description: "Members and collective tokens also see extensions that are yanked.",
  examples: [{ command: "svc collective extensions acme", does: "names, versions, states" }],
  arguments: [{ name: "slug", summary: "the collective" }],
  credential: "personal key or token",
  async run(context): Promise<Result> {
    const slug = parseSlug(context.arguments.slug);
    const { caller } = await connectWithKey(context);
    const extensions: Listed[] = [];
    await readAll(
      caller,
      collectivePath(slug, "/extensions"),
      (_, z) => {
        const text = z.string().nullable();
        const listed = z.object({
          name: z.string(),
          description: z.string(),
          latestVersion: text,
          latestRc: text,
          latestBeta: text,
          yankedAt: text,
          deprecatedAt: text,
        });
        return z.object({ extensions: z.array(listed), nextCursor: text.optional() });
      },
      (page) => extensions.push(...page.extensions),
    );
    return { collective: slug, extensions };
  },
  text({ collective, extensions }, { paint, width }) {
    if (extensions.length === 0) return `${collective} has published no extension.`;
    const lines = table(
      { paint, width },
      ["NAME", "LATEST", "STATE", "DESCRIPTION"],
      extensions.map((one) => [
        one.name,
        one.latestVersion ?? one.latestRc ?? one.latestBeta ?? "none",
        one.yankedAt ? "yanked" : one.deprecatedAt ? "deprecated" : "published",
        one.description,
      ]),
    );
    return lines;
  },
});
