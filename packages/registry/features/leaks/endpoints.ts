import { defineEndpoint, type Endpoint } from "../../access/endpoint/endpoint.ts";
import { report } from "./report.ts";
import { KEY_PATTERN } from "@svc/core/key";
import { z } from "zod";

/** `GET /.well-known/svc-token-patterns`: how a scanner finds keys, is sure of one, and reports it. */
const patterns = defineEndpoint({
  key: "leaks.patterns",
  response: z.object({
    pattern: z.string().meta({ description: "A regular expression that all keys match." }),
    checksum: z.string().meta({ description: "How a key that was made recently is told." }),
    report: z.url().meta({ description: "Where to POST what was found." }),
  }),
  handle: ({ services: { config } }) => ({
    pattern: KEY_PATTERN,
    checksum: "The last 8 characters are the CRC-32 of all characters before them, in lower-case " +
      "hexadecimal. Keys made by older releases have no checksum and are valid all the same.",
    report: `${config.baseUrl}/api/v1/leaks`,
  }),
});

/** Keys that were found where others can read them. */
export const LEAK_ENDPOINTS: readonly Endpoint[] = [report, patterns];
