// deno-lint-ignore-file no-explicit-any
import { z } from "npm:zod@4.4.3";
import { writeAll } from "./lib/deep.ts";

const HostSchema = z.object({
  name: z.string(),
  port: z.number().default(22),
  tags: z.array(z.string()).default([]),
  key: z.string().optional().meta({ sensitive: true }),
});

const AccessSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("password"),
    password: z.string().meta({ sensitive: true }),
  }),
  z.object({
    kind: z.literal("agent"),
    socket: z.string().default("/run/agent.sock"),
  }),
]);

const GlobalArgs = z.object({
  hosts: z.array(HostSchema).default([]),
  access: AccessSchema.default({ kind: "agent", socket: "/run/agent.sock" }),
  registries: z.record(
    z.string(),
    z.object({
      url: z.string(),
      token: z.string().optional().meta({ sensitive: true }),
    }),
  ).default({}),
  limits: z.object({ parallel: z.number().default(4) }).default({
    parallel: 4,
  }),
  note: z.string().nullable().default(null),
}).refine(
  (all) => new Set(all.hosts.map((h) => h.name)).size === all.hosts.length,
  {
    message: "Two hosts have one name",
  },
);

/** A fleet of hosts. */
export const model = {
  type: "@harbor/fleet",
  version: "2026.08.11.1",
  globalArguments: GlobalArgs,
  upgrades: [
    { toVersion: "2026.08.01.1", description: "Nothing to do" },
    {
      toVersion: "2026.08.11.1",
      description: "limits is new",
      upgradeAttributes: (old: Record<string, unknown>) => ({
        limits: {},
        ...old,
      }),
    },
  ],
  resources: {
    host: {
      description: "A host as it will be",
      schema: z.object({
        name: z.string(),
        port: z.number(),
        tags: z.array(z.string()),
        access: z.union([
          z.object({ kind: z.literal("agent"), socket: z.string() }),
          z.object({
            kind: z.literal("password"),
            password: z.string().meta({ sensitive: true }),
          }),
        ]),
      }),
      lifetime: "infinite",
      garbageCollection: 5,
    },
    keys: {
      description: "Keys by host",
      schema: z.object({
        byHost: z.record(
          z.string(),
          z.object({ key: z.string().meta({ sensitive: true }) }),
        ),
        all: z.array(
          z.object({
            host: z.string(),
            key: z.string().meta({ sensitive: true }),
          }),
        ),
      }),
      lifetime: "infinite",
      garbageCollection: 5,
    },
    note: {
      description: "A note",
      schema: z.string(),
      lifetime: "infinite",
      garbageCollection: 5,
    },
    counts: {
      description: "How many hosts have a tag",
      schema: z.record(z.string(), z.number()),
      lifetime: "infinite",
      garbageCollection: 5,
    },
    either: {
      description: "One thing or the other",
      schema: z.union([
        z.object({ ok: z.literal(true) }),
        z.object({ error: z.string() }),
      ]),
      lifetime: "infinite",
      garbageCollection: 5,
    },
    raw: {
      description: "Anything",
      schema: z.object({}),
      lifetime: "infinite",
      garbageCollection: 5,
    },
    open: {
      description: "Open at the top, plain inside",
      schema: z.object({
        name: z.string(),
        owner: z.string().optional(),
        inner: z.object({ id: z.string() }),
      }).passthrough(),
      lifetime: "infinite",
      garbageCollection: 5,
    },
  },
  methods: {
    plan: {
      description: "Write the plan",
      arguments: z.object({}),
      execute: async (_args: Record<string, never>, context: any) => {
        const { hosts, access } = context.globalArgs;
        const inner = {
          ...context,
          globalArgs: { ...context.globalArgs, extra: true },
        };
        const handles = await writeAll(
          inner,
          hosts.map(({ key: _key, ...h }: any) => ({ ...h, access })),
        );
        if (context.putSecret) throw new Error("never here");
        const call = context.fetch ?? fetch;
        const read = context.readResource;
        const before = await read("plan-note");
        handles.push(
          await context.writeResource(
            "note",
            "plan-note",
            `${hosts.length} hosts, ${typeof call}, before: ${
              before === null ? "none" : "some"
            }`,
          ),
        );
        context.vaultService?.put?.("x", "y");
        return { dataHandles: handles };
      },
    },
    shapes: {
      description: "Write an output of every shape",
      arguments: z.object({ lookup: z.string().optional() }),
      execute: async (args: { lookup?: string }, context: any) => {
        const tags: Record<string, number> = {};
        for (const h of context.globalArgs.hosts) {
          for (const t of h.tags) tags[t] = (tags[t] ?? 0) + 1;
        }
        const found = args.lookup ? { id: args.lookup } : undefined;
        await context.writeResource("counts", "counts", tags);
        await context.writeResource("either", "either", { ok: true, took: 3 });
        await context.writeResource("raw", "raw", {
          any: "thing",
          deep: { er: [1, 2] },
        });
        await context.writeResource("raw", "latest", found ?? {});
        await context.writeResource("open", "open", {
          name: "o",
          inner: { id: "i", unknownInside: 1 },
          unknownOutside: 2,
          owner: null,
        });
        return { dataHandles: [] };
      },
    },
    keep_keys: {
      description: "Keep keys by host",
      arguments: z.object({ hosts: z.array(z.string()).min(1) }),
      execute: async (args: { hosts: string[] }, context: any) => {
        const all = args.hosts.map((host) => ({
          host,
          key: `key-of-${host}-0123456789`,
        }));
        const byHost = Object.fromEntries(
          all.map(({ host, key }) => [host, { key }]),
        );
        const handle = await context.writeResource("keys", "keys", {
          byHost,
          all,
        });
        const back = await context.readResource("keys");
        if (back.all[0].key !== all[0].key) {
          throw new Error("the key came back different");
        }
        return { dataHandles: [handle] };
      },
    },
  },
};
