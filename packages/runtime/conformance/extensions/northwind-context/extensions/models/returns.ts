import { z } from "npm:zod@4";

const method = (execute: (args: any, context: any) => unknown) => ({
  description: "Returns something",
  arguments: z.object({}),
  execute,
});

const row = (context: any, n: number) => context.writeResource("row", `row-${n}`, { n });

/** Everything that published methods return. */
export const model = {
  type: "@northwind/context/returns",
  version: "2026.08.11.1",
  resources: {
    row: {
      description: "A row",
      schema: z.object({ n: z.number() }),
      lifetime: "infinite" as const,
      garbageCollection: 5,
    },
  },
  methods: {
    result: method(async () => ({ result: { polled: true } })),
    nothing: method(async () => {}),
    object: method(() => ({})),
    afterTwo: method(async (_args, context) => {
      await row(context, 1);
      await row(context, 2);
      return { dataHandles: [] };
    }),
    handles: method(async (_args, context) => {
      const handles = await Promise.all([3, 4, 5].map((n) => row(context, n)));
      return { dataHandles: [...handles], result: 1, summary: "three" };
    }),
    promise: method((_args, context) => row(context, 6).then((h: any) => ({ dataHandles: [h] }))),
    notAwaited: method((_args, context) => {
      row(context, 7);
      context.logger?.info?.("gone");
      return null;
    }),
    sync: method(async (_args, context) => {
      for (let n = 8; n < 10; n++) await row(context, n);
      return { methodResult: true };
    }),
    caused: method(async () => {
      throw new Error("cannot read it", { cause: new Error("the reason behind") });
    }),
  },
};
