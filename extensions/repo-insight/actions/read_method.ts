import * as z from "npm:zod@4.6.7";
import type { Client } from "../../platform/client.ts";
import type { MethodContext } from "../../platform/context.ts";
import { ask } from "../../platform/failure.ts";
import { defineMethod } from "../../platform/method.ts";
import { parseRepositoryName, type RepositoryName } from "../../platform/repository_name.ts";
import { storedDocument } from "../../platform/stored_text.ts";
import { writeOne } from "../../platform/write_one.ts";
import { openClient } from "./client.ts";

const repository = { repo: z.string().min(3).describe("Repository as owner/name") };

type Given<Shape extends z.ZodRawShape> = { repo: string } & z.infer<z.ZodObject<Shape>>;

/**
 * A method that reads one thing of a repository and writes it as one resource.
 *
 * @param method.arguments what it takes beside the repository
 * @param method.what what is read, for errors, for example `the issues of octocat/hello-world`
 * @param method.parts what the resource is named after beside the repository
 */
export function readMethod<Shape extends z.ZodRawShape>(
  { description, kind, arguments: shape, resource, what, parts = () => [], read }: {
    description: string;
    kind: "read" | "list";
    arguments: Shape;
    resource: string;
    what(args: Given<Shape>): string;
    parts?(args: Given<Shape>): string[];
    read(client: Client, name: RepositoryName, args: Given<Shape>): Promise<object>;
  },
) {
  return defineMethod({
    description,
    kind,
    arguments: z.object({ ...repository, ...shape }),
    async execute(args, context: MethodContext) {
      const given = args as unknown as Given<Shape>;
      const name = parseRepositoryName(given.repo);
      const client = await openClient(context);
      return await ask(what(given), async () => {
        const data = storedDocument(await read(client, name, given));
        return await writeOne(context, resource, [name, ...parts(given)], data);
      });
    },
  });
}
