import { SMALL_ZOD } from "@svc/fakes/zod";

/** A type whose method asks an address in each way that libraries have: `fetch`, and `node:https` as the AWS SDK uses it. */
export function fetchingModel(name: string): string {
  return `import https from "node:https";
${SMALL_ZOD}
const byNode = (url: string, options: object): Promise<string> =>
  new Promise((resolve) => {
    try {
      https.get(url, options, (response: any) => {
        response.resume();
        resolve("status " + response.statusCode);
      }).on("error", (error: Error) => resolve(error.message));
    } catch (error) {
      resolve(String(error));
    }
  });

export const model = {
  type: "${name}",
  version: "2026.11.21.1",
  resources: {
    answers: {
      schema: z.object({ fetch: z.string(), agent: z.string(), plain: z.string() }),
      lifetime: "infinite",
      garbageCollection: 5,
    },
  },
  methods: {
    ask: {
      description: "Ask",
      arguments: z.object({ url: z.string(), node: z.string() }),
      execute: async (args: any, context: any) => {
        const answers = {
          fetch: await fetch(args.url).then((one) => "status " + one.status, (error) => String(error.cause ?? error)),
          agent: await byNode(args.node, { agent: new https.Agent({ keepAlive: true, maxSockets: 50 }) }),
          plain: await byNode(args.node, {}),
        };
        await context.writeResource("answers", "main", answers);
      },
    },
  },
};
`;
}
