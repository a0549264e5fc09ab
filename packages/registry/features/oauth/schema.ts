import { z } from "zod";

/** An OAuth application as its owner sees it; the secret was shown once, at registration. */
export const Application = z.object({
  clientId: z.string(),
  name: z.string().nullable(),
  redirectUris: z.array(z.string()),
  grantTypes: z.array(z.string()),
  scopes: z.array(z.string()),
  confidential: z.boolean().describe("True when it has a secret"),
  createdAt: z.iso.datetime().nullable(),
}).meta({
  id: "OAuthApplication",
  example: {
    clientId: "kQhTzPqLsWnRbXvYcMdJfGaE",
    name: "svc serve on build-1",
    redirectUris: ["http://localhost"],
    grantTypes: ["authorization_code", "urn:ietf:params:oauth:grant-type:device_code"],
    scopes: ["openid", "profile", "email", "collectives"],
    confidential: true,
    createdAt: "2026-11-21T09:00:00.000Z",
  },
});

/** A consent a person gave to an application. */
export const Consent = z.object({
  id: z.string(),
  clientId: z.string(),
  application: z.string().nullable(),
  username: z.string().describe("Who gave it"),
  scopes: z.array(z.string()),
  resources: z.array(z.string())
    .describe("The servers that it may use as this person; empty: none"),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
}).meta({
  id: "OAuthConsent",
  example: {
    id: "5d0d0ef1-0f7b-4a52-9a38-3a9c5f4a9a11",
    clientId: "kQhTzPqLsWnRbXvYcMdJfGaE",
    application: "svc serve on build-1",
    username: "ada",
    scopes: ["openid", "email", "collectives"],
    resources: [],
    createdAt: "2026-11-21T09:00:00.000Z",
    updatedAt: "2026-11-21T09:00:00.000Z",
  },
});
