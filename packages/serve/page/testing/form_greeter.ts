import { zodModelText } from "../../../runtime/testing/extension.ts";
import { greeterRepository, type TestRepository } from "../../../runtime/testing/repository.ts";

/** What an input must not be found as anywhere. */
export const SECRET = "hunter2-and-more";

/** A repository whose method takes inputs of every kind, and says some of them. */
export async function formGreeter(): Promise<TestRepository> {
  const greeter = await greeterRepository(
    zodModelText(
      `        console.log("\\u001b[32mgreeting\\u001b[0m " + args.name);
        const { token: _, ...said } = args;
        const handle = await context.writeResource("greeting", "main", { text: JSON.stringify(said) });
        if (args.mode === "fail") throw new Error("asked to fail");
        return { dataHandles: [handle] };`,
      {
        args: `{
          name: z.string().min(1).max(40).describe("Whom to greet"),
          token: z.string().min(4).meta({ sensitive: true }).describe("Opens the door"),
          times: z.number().int().min(1).max(9).default(2),
          mode: z.enum(["plain", "loud", "fail"]).default("plain"),
          polite: z.boolean().default(true),
          tags: z.array(z.string()).optional(),
          message: z.string().optional(),
          ${"long".repeat(40)}: z.string().optional(),
          place: z.object({ city: z.string(), zip: z.number().optional() }).optional(),
        }`,
      },
    ),
  );
  await greeter.greet({ name: "consent", token: SECRET });
  return greeter;
}
