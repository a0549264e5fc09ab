import { z } from "zod";
import { isRelease } from "../release/version.ts";

/** Where a registry tells of the client that it hands out. */
export const OFFERED_CLIENT_PATH = "/install/client.json";

/** `GET /install/client.json`: the client that a registry hands out. */
export const OfferedClient = z.object({
  version: z.string().refine(isRelease),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  package: z.string().regex(/^\/install\/[\w.-]+\.tgz$/).meta({
    description: "The path of its npm package at this registry.",
  }),
  script: z.string().regex(/^\/install\/[0-9a-f]{64}\.sh$/).exactOptional().meta({
    description:
      "The path of its install script, which has its SHA-256 and stays when another release " +
      "is offered; absent at registries that keep none.",
  }),
});
export type OfferedClient = z.output<typeof OfferedClient>;
