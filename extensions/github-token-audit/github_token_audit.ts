/**
 * Finds out what a token for GitHub is: whether it is valid, of which type, which app issued it,
 * whom it acts as, what it may do and when it ends. The token itself is never written or logged.
 *
 * @module
 */
import * as z from "npm:zod@4.6.7";
import { audit } from "./methods/audit.ts";
import { tokenAuditSchema } from "./outputs/token_audit.ts";
import { kept } from "../platform/retention.ts";

/** The behavior type `@svc/github-token-audit`: one read-only method, one output. */
export const model = {
  type: "@svc/github-token-audit",
  version: "2026.11.22.1",
  globalArguments: z.object({
    token: z.string().min(1).optional().meta({ sensitive: true }).describe(
      "The token to audit: classic, fine-grained, of an OAuth app or of an app",
    ),
    tokenFile: z.string().min(1).optional().describe(
      "Path of a file that contains only the token; cannot be used with token",
    ),
    baseUrl: z.string().min(1).optional().describe(
      "API of an enterprise server, such as https://github.example.com/api/v3",
    ),
  }),
  resources: {
    tokenAudit: kept("Type, identity and permissions of one token", tokenAuditSchema),
  },
  methods: { audit },
};
