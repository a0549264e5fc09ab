import { SvcError } from "@svc/core/error";
import { hashKey, KEY_PATTERN, keyKind } from "@svc/core/key";
import { z } from "zod";
import { defineEndpoint, type Endpoint } from "../../access/endpoint/endpoint.ts";
import { endLeaked, type Found } from "./end.ts";

/** Keys in one report at most. */
const MOST = 1_000;

/** As platforms that scan code send it to their partners; what else they say is not needed. */
const BODY = z.array(
  z.object({
    token: z.string().max(512),
    url: z.string().max(2048).nullish().meta({ description: "Where it was found." }),
  }),
).min(1).max(MOST);

const LABELS = z.array(
  z.object({
    token_hash: z.string().meta({ description: "SHA-256 of the token, base64." }),
    token_type: z.literal("svc_key"),
    label: z.enum(["true_positive", "false_positive"]),
  }),
);

/**
 * `POST /api/v1/leaks`: revokes keys that somebody found. A whole key is proof enough, as whoever has
 * it could use it: one of them by anybody, many by reporters whom the operator knows. Only those are
 * told which were keys.
 */
const report = defineEndpoint({
  key: "leaks.report",
  description:
    "Revokes the key and tells its owner. Anybody may report one key at a time, and is " +
    "answered 202 whether or not there was such a key. Reporters that the operator has named " +
    "(SVC_LEAK_REPORTERS) sign the body as GitHub's secret scanning does and may send up to " +
    `${MOST}; the answer to them says which were keys.`,
  body: BODY,
  status: 202,
  response: LABELS,
  errors: ["rule_refused", "forbidden", "unavailable"],
  async handle({ services, request, bytes, body }) {
    const reporter = await services.reporters.signerOf(request.headers, bytes);
    if (reporter === undefined && body.length > 1) {
      throw new SvcError("rule_refused", "A report without a signature names one key", {
        hint: "Report one key at a time.",
      });
    }
    const labels: z.input<typeof LABELS> = [];
    for (const { token, url } of body) {
      const found: Found = reporter === undefined ? {} : { reporter, url: address(url) };
      const isKey = keyKind(token) !== undefined &&
        await endLeaked(services, await hashKey(token), found);
      labels.push({
        token_hash: await sha256(token),
        token_type: "svc_key",
        label: isKey ? "true_positive" : "false_positive",
      });
    }
    return reporter === undefined ? [] : labels;
  },
});

/** An address as it may stand in a mail. */
function address(text: string | null | undefined): string | undefined {
  const url = text == null ? null : URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : undefined;
}

async function sha256(text: string): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)))
    .toBase64();
}

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
