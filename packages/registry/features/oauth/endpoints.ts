import { z } from "zod";
import { actorFields } from "../../access/credential/actor_fields.ts";
import { defineEndpoint, type Endpoint } from "../../access/endpoint/endpoint.ts";
import { deleteApplication, listApplications } from "./applications.ts";
import { listConsents, withdrawConsent } from "./consents.ts";
import { Application, Consent } from "./schema.ts";

const Deleted = z.object({ deleted: z.literal(true) });

const applications = defineEndpoint({
  key: "oauth.applications",
  response: z.object({ applications: z.array(Application) }),
  handle: async ({ services, principal }) => ({
    applications: await listApplications(services.db, principal),
  }),
});

const removeApplication = defineEndpoint({
  key: "oauth.delete-application",
  params: z.object({ clientId: z.string().min(1).max(255) }),
  response: Deleted,
  errors: ["not_found"],
  async handle({ services, principal, params }) {
    await deleteApplication(services.db, principal, params.clientId);
    services.log.info("oauth.application_deleted", {
      clientId: params.clientId,
      ...actorFields(principal),
    });
    return { deleted: true as const };
  },
});

const consents = defineEndpoint({
  key: "oauth.consents",
  response: z.object({ consents: z.array(Consent) }),
  handle: async ({ services, principal }) => ({
    consents: await listConsents(services.db, principal),
  }),
});

const removeConsent = defineEndpoint({
  key: "oauth.delete-consent",
  params: z.object({ consentId: z.string().min(1).max(64) }),
  response: Deleted,
  errors: ["not_found"],
  async handle({ services, principal, params }) {
    await withdrawConsent(services.db, principal, params.consentId);
    services.log.info("oauth.consent_withdrawn", actorFields(principal));
    return { deleted: true as const };
  },
});

/** The OAuth applications and consents interface. */
export const OAUTH_ENDPOINTS: readonly Endpoint[] = [
  applications,
  removeApplication,
  consents,
  removeConsent,
];
