import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { Schema } from "../../access/store/schema.ts";
import type {} from "./tables.ts";

const CLIENT = "svc-serve-bootstrap";

/**
 * The public client that a serve instance signs its person in with before it has an application of
 * its own (reference wire 1.7). It can do nothing but the device grant, for access that registers an
 * application and tells who the person is.
 */
export const oauthBootstrap: Migration = {
  async up(db: Kysely<Schema>): Promise<void> {
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
  },
};
