import type * as z from "npm:zod@4.6.7";
import type { MethodResult } from "./context.ts";

/** A method of a behavior type, which gets what its schema gives. */
export function defineMethod<Schema extends z.ZodObject, Rest extends unknown[]>(method: {
  description: string;
  kind: "read" | "list" | "create" | "update" | "action";
  arguments: Schema;
  execute(args: z.infer<Schema>, ...rest: Rest): Promise<MethodResult>;
}): typeof method {
  return method;
}
