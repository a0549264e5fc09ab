import {
  ClientSecretCredential,
  DefaultAzureCredential,
} from "npm:@azure/identity@4.14.1";
import { SecretClient } from "npm:@azure/keyvault-secrets@4.12.0";

/** What the models give. */
export interface Settings {
  vaultUrl: string;
  tenantId?: string;
  clientId?: string;
  clientSecret?: string;
}

function credential(settings: Settings) {
  const token = Deno.env.get("AZURE_KEYVAULT_TOKEN");
  if (token) {
    return {
      getToken: () =>
        Promise.resolve({ token, expiresOnTimestamp: Date.now() + 3600_000 }),
    };
  }
  if (settings.tenantId && settings.clientId && settings.clientSecret) {
    return new ClientSecretCredential(
      settings.tenantId,
      settings.clientId,
      settings.clientSecret,
    );
  }
  return new DefaultAzureCredential();
}

/** A client for the vault. */
export function createClient(settings: Settings): SecretClient {
  const ofAzure = /\.vault\.azure\.(net|cn)$/.test(
    new URL(settings.vaultUrl).hostname,
  );
  return new SecretClient(settings.vaultUrl, credential(settings), {
    retryOptions: { maxRetries: 1 },
    // Emulators name another resource than their own address.
    disableChallengeResourceVerification: !ofAzure,
  });
}
