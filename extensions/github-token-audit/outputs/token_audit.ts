import * as z from "npm:zod@4.6.7";

/** What a token can be, as its beginning tells. */
const TOKEN_TYPES = [
  "classic",
  "classic-or-oauth",
  "fine-grained",
  "oauth-app",
  "app-user",
  "app-installation",
  "app-refresh",
  "app-jwt",
  "unknown",
] as const;

/** What a token can be, as its beginning tells. */
export type TokenType = typeof TOKEN_TYPES[number];

/** Why a token is not valid, or why that cannot be known. */
export const REASONS = ["bad-credentials", "expired", "suspended", "refresh-token"] as const;

/** Why a token is not valid, or why that cannot be known. */
export type Reason = typeof REASONS[number];

/** Schema of the `tokenAudit` output. */
export const tokenAuditSchema = z.object({
  host: z.string().describe("Host of the API"),
  valid: z.boolean().nullable().describe("Null when the token cannot be tested"),
  reason: z.enum(REASONS).nullable().describe("Why it is not valid, or cannot be tested"),
  tokenType: z.enum(TOKEN_TYPES),
  clientId: z.string().nullable().describe("Client id of the app that issued the token"),
  app: z.object({
    id: z.number().int().nullable(),
    idVerified: z.boolean().describe("False when derived from the text of the token"),
    slug: z.string().nullable(),
    /** Login of the account that the app is registered under. */
    owner: z.string().nullable(),
  }).nullable(),
  identity: z.object({
    /** Login of a user or bot; the slug of an app that authenticates as itself. */
    login: z.string(),
    id: z.number().int().nullable(),
    /** `User`, `Bot`, `Organization`, `App` ..., in the platform's words. */
    type: z.string(),
    name: z.string().nullable(),
  }).nullable().describe("Whom the token acts as"),
  scopes: z.array(z.string()).nullable().describe("Null where the platform shows none"),
  expiresAt: z.string().nullable().describe("ISO 8601"),
  sso: z.object({
    /** True when the call itself was refused; false when results of organisations were left out. */
    required: z.boolean(),
    organizations: z.array(z.string()).describe("Logins, or ids where only those are known"),
  }).nullable().describe("Single sign-on between the token and organisations"),
  installation: z.object({
    repositories: z.number().int(),
    selection: z.string().nullable().describe("all or selected"),
  }).nullable().describe("What the installation of an app reaches"),
  rateLimit: z.object({
    limit: z.number().int(),
    remaining: z.number().int(),
    resetAt: z.string().describe("ISO 8601"),
  }).nullable().describe("The hourly limit of calls"),
  enterpriseVersion: z.string().nullable().describe("Version of an enterprise server"),
  hashedToken: z.string().describe("SHA-256 in base64, as the platform's audit log shows it"),
  source: z.enum(["argument", "file"]).describe("Where the token was given"),
  auditedAt: z.string().describe("ISO 8601"),
});

/** What one audit of one token found out. Times are ISO 8601 in UTC. */
export type TokenAudit = z.infer<typeof tokenAuditSchema>;

/** Single sign-on that stands between the token and organisations. */
export type SingleSignOn = NonNullable<TokenAudit["sso"]>;

/** Whom the platform takes the bearer of the token for. */
export type Identity = NonNullable<TokenAudit["identity"]>;

/** The app that a token belongs to, as far as it can be found out. */
export type App = NonNullable<TokenAudit["app"]>;
