import { z } from "zod";

// What shapes of answers are made of, loaded when an answer is checked. The build has of zod what its
// modules name: a command that needs more for its shape adds it here.

export * as wire from "@svc/core/wire";

export const zod = {
  array: z.array,
  boolean: z.boolean,
  int: z.int,
  object: z.object,
  string: z.string,
  unknown: z.unknown,
};
