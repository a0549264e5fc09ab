import { z } from "npm:zod@4";
import { Liquid } from "npm:liquidjs@10.30.1";

const PAGE = `<!doctype html>
<title>{{ title | escape }}</title>
<h1>{{ title | escape }}</h1>
{% for release in releases %}<h2>{{ release.version }}</h2>
<ul>{% for change in release.changes %}<li>{{ change | escape }}</li>{% endfor %}</ul>
{% endfor %}`;

const ReleaseSchema = z.object({
  version: z.string(),
  changes: z.array(z.string()),
  addedAt: z.iso.datetime(),
});

/** A page of releases. */
export const model = {
  type: "@fieldnotes/release-page",
  version: "2026.07.21.1",
  globalArguments: z.object({
    title: z.string().default("Releases"),
    groups: z.record(
      z.string(),
      z.object({ color: z.string().default("grey") }),
    ).default({}),
  }),
  reports: [
    "@fieldnotes/release-list",
    "@fieldnotes/release-state",
    "@fieldnotes/release-note",
  ],
  upgrades: [],
  resources: {
    release: {
      description: "A release",
      schema: ReleaseSchema,
      lifetime: "infinite",
      garbageCollection: 3,
      tags: { kind: "release" },
    },
  },
  files: {
    page: {
      description: "The page",
      contentType: "text/html",
      lifetime: "infinite",
      garbageCollection: 3,
    },
  },
  methods: {
    add: {
      description: "Add a release",
      arguments: z.object({
        version: z.string(),
        changes: z.array(z.string()).min(1),
      }),
      // deno-lint-ignore no-explicit-any
      execute: async (
        args: { version: string; changes: string[] },
        context: any,
      ) => {
        const handle = await context.writeResource(
          "release",
          `v${args.version}`,
          { ...args, addedAt: new Date().toISOString() },
          { tags: { version: args.version } },
        );
        return { dataHandles: [handle] };
      },
    },
    render: {
      description: "Fill the page with all releases",
      arguments: z.object({}),
      // deno-lint-ignore no-explicit-any
      execute: async (_args: Record<string, never>, context: any) => {
        const all = await context.dataRepository.findAllForModel(
          context.modelType,
          context.modelId,
        );
        const releases = [];
        for (const item of all) {
          const spec = item.tags?.specName ?? item.metadata?.tags?.specName;
          if (spec !== "release" || item.lifecycle === "deleted") continue;
          const bytes = await context.dataRepository.getContent(
            context.modelType,
            context.modelId,
            item.name,
            item.version,
          );
          if (bytes) releases.push(JSON.parse(new TextDecoder().decode(bytes)));
        }
        releases.sort((a, b) => b.version.localeCompare(a.version));
        const html = await new Liquid().parseAndRender(PAGE, {
          title: context.globalArgs.title,
          releases,
        });
        const handle = await context.createFileWriter("page", "current")
          .writeText(html);
        return { dataHandles: [handle] };
      },
    },
    touch: {
      description: "Changes nothing",
      arguments: z.object({}),
      execute: () => Promise.resolve({}),
    },
  },
};
