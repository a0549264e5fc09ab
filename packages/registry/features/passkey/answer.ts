import { z } from "zod";

const Bytes = z.string().regex(/^[A-Za-z0-9_-]+$/).max(24_000);
const CredentialId = Bytes.max(1_400);

const Credential = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal("public-key"),
  // No extension is used.
  clientExtensionResults: z.unknown().transform(() => ({})),
});

/** What `navigator.credentials.create` gave, by its `toJSON` (WebAuthn, section 5.1). */
export const CreatedCredential = Credential.extend({
  response: z.object({
    clientDataJSON: Bytes,
    attestationObject: Bytes,
    transports: z.array(z.string().regex(/^[a-z-]{1,20}$/)).max(10).default([]),
  }),
});

/** What `navigator.credentials.get` gave, by its `toJSON`. */
export const SignedCredential = Credential.extend({
  response: z.object({
    clientDataJSON: Bytes,
    authenticatorData: Bytes,
    signature: Bytes,
    // Some write null where there is none.
    userHandle: Bytes.nullish().transform((handle) => handle ?? undefined),
  }),
});

export type CreatedCredential = z.infer<typeof CreatedCredential>;
export type SignedCredential = z.infer<typeof SignedCredential>;

/** Options as a browser's `parse…OptionsFromJSON` takes them. */
export const Options = z.record(z.string(), z.unknown()).meta({
  description: "For PublicKeyCredential.parseCreationOptionsFromJSON or …RequestOptionsFromJSON.",
});

/** A challenge for an authenticator. */
export const Question = z.object({
  challengeId: z.string().meta({ description: "Send it back with the authenticator's answer." }),
  options: Options,
});

/** What a page hands to the browser. */
export type Question = z.infer<typeof Question>;
