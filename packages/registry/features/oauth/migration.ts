import { migration } from "../../platform/store/migration.ts";
import type { Db } from "../../access/store/schema.ts";
import type {} from "./tables.ts";
import { index, uniqueIndex } from "../../platform/store/columns.ts";

type Kind = "text" | "instant" | "flag" | "number" | "json";

/** How the columns of each kind are stored. */
const TYPES = {
  text: "text",
  number: "integer",
  instant: "text",
  flag: "integer",
  json: "text",
} as const satisfies Record<Kind, string>;

interface Column {
  kind: Kind;
  required?: true;
  unique?: true;
  index?: true;
  references?: `${string}.${string}`;
  onDelete?: "cascade" | "set null";
}

const text = (more: Omit<Column, "kind"> = {}): Column => ({ kind: "text", ...more });
const needed: { required: true } = { required: true };
const client = text({
  ...needed,
  index: true,
  references: "oauthClient.clientId",
  onDelete: "cascade",
});
const session = text({ index: true, references: "session.id", onDelete: "set null" });
const user = text({ index: true, references: "user.id", onDelete: "cascade" });
const token: Record<string, Column> = {
  token: text({ ...needed, unique: true }),
  clientId: client,
  sessionId: session,
  referenceId: text(),
  authorizationCodeId: text({ index: true }),
  resources: { kind: "json" },
  requestedUserInfoClaims: { kind: "json" },
  expiresAt: { kind: "instant", ...needed },
  createdAt: { kind: "instant", ...needed },
  revoked: { kind: "instant" },
  confirmation: { kind: "json" },
  scopes: { kind: "json", ...needed },
};

/** The tables of the identity library's OAuth provider and signing keys, in its own names. */
const TABLES: Readonly<Record<string, Record<string, Column>>> = {
  jwks: {
    publicKey: text(needed),
    privateKey: text(needed),
    createdAt: { kind: "instant", ...needed },
    expiresAt: { kind: "instant" },
    alg: text(),
    crv: text(),
  },
  oauthClient: {
    clientId: text({ ...needed, unique: true }),
    clientSecret: text(),
    clientDiscoveryId: text(),
    disabled: { kind: "flag" },
    skipConsent: { kind: "flag" },
    enableEndSession: { kind: "flag" },
    subjectType: text(),
    scopes: { kind: "json" },
    clientCredentialsScopes: { kind: "json" },
    userId: user,
    createdAt: { kind: "instant" },
    updatedAt: { kind: "instant" },
    name: text(),
    uri: text(),
    icon: text(),
    contacts: { kind: "json" },
    tos: text(),
    policy: text(),
    softwareId: text(),
    softwareVersion: text(),
    softwareStatement: text(),
    redirectUris: { kind: "json", ...needed },
    postLogoutRedirectUris: { kind: "json" },
    backchannelLogoutUri: text(),
    backchannelLogoutSessionRequired: { kind: "flag" },
    tokenEndpointAuthMethod: text(),
    applicationType: text(),
    jwks: text(),
    jwksUri: text(),
    grantTypes: { kind: "json" },
    responseTypes: { kind: "json" },
    requirePKCE: { kind: "flag" },
    dpopBoundAccessTokens: { kind: "flag" },
    referenceId: text({ index: true }),
    metadata: { kind: "json" },
  },
  oauthResource: {
    identifier: text({ ...needed, unique: true }),
    name: text(needed),
    accessTokenTtl: { kind: "number" },
    refreshTokenTtl: { kind: "number" },
    signingAlgorithm: text(),
    signingKeyId: text(),
    allowedScopes: { kind: "json" },
    customClaims: { kind: "json" },
    dpopBoundAccessTokensRequired: { kind: "flag" },
    disabled: { kind: "flag" },
    createdAt: { kind: "instant" },
    updatedAt: { kind: "instant" },
    policyVersion: { kind: "number" },
    metadata: { kind: "json" },
  },
  oauthClientResource: {
    clientId: client,
    resourceId: text({
      ...needed,
      index: true,
      references: "oauthResource.identifier",
      onDelete: "cascade",
    }),
    metadata: { kind: "json" },
    createdAt: { kind: "instant" },
    soleAddress: text(),
  },
  oauthRefreshToken: {
    ...token,
    userId: { ...user, ...needed },
    rotatedAt: { kind: "instant" },
    rotationReplayResponse: text(),
    rotationReplayExpiresAt: { kind: "instant" },
    authTime: { kind: "instant" },
  },
  oauthAccessToken: {
    ...token,
    userId: user,
    refreshId: text({ index: true, references: "oauthRefreshToken.id", onDelete: "cascade" }),
  },
  oauthConsent: {
    clientId: client,
    userId: user,
    referenceId: text(),
    resources: { kind: "json" },
    requestedUserInfoClaims: { kind: "json" },
    scopes: { kind: "json", ...needed },
    createdAt: { kind: "instant", ...needed },
    updatedAt: { kind: "instant", ...needed },
  },
  oauthClientAssertion: { expiresAt: { kind: "instant", ...needed } },
};

/** OAuth applications, their tokens, consents and the provider's signing keys. */
export const oauth = migration(async (db: Db) => {
  for (const [table, columns] of Object.entries(TABLES)) {
    let create = db.schema.createTable(table)
      .addColumn("id", "text", (c) => c.notNull().primaryKey());
    for (const [name, column] of Object.entries(columns)) {
      create = create.addColumn(name, TYPES[column.kind], (c) => {
        if (column.required) c = c.notNull();
        if (column.unique) c = c.unique();
        if (column.references) c = c.references(column.references);
        return column.onDelete ? c.onDelete(column.onDelete) : c;
      });
    }
    await create.execute();
    for (const [name, column] of Object.entries(columns)) {
      if (!column.index) continue;
      await index(db, table, `${table}_${name}_idx`, name);
    }
  }
  await uniqueIndex(db, "oauthClientResource", "oauthClientResource_soleAddress", "soleAddress");
  await addBootstrap(db);
});

const CLIENT = "svc-serve-bootstrap";

/**
 * The public client that a serve instance signs its person in with before it has an application of
 * its own (reference wire 1.7). It can do nothing but the device grant, for access that registers an
 * application and tells who the person is.
 */
async function addBootstrap(db: Db): Promise<void> {
  const now = new Date().toISOString();
  await db.insertInto("oauthClient").values({
    id: crypto.randomUUID(),
    clientId: CLIENT,
    clientSecret: null,
    name: "svc serve, on its first start",
    userId: null,
    referenceId: null,
    disabled: null,
    skipConsent: null,
    redirectUris: "[]",
    grantTypes: JSON.stringify(["urn:ietf:params:oauth:grant-type:device_code"]),
    responseTypes: "[]",
    scopes: JSON.stringify([
      "openid",
      "profile",
      "email",
      "collectives",
      "applications:register",
    ]),
    tokenEndpointAuthMethod: "none",
    applicationType: "native",
    requirePKCE: null,
    createdAt: now,
    updatedAt: now,
  }).execute();
}
