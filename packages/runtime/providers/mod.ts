export { admitProvider } from "./admit.ts";
export { checkConfiguration } from "./configuration.ts";
export * from "./datastore_provider.ts";
export { describeProviderType, listProviderTypes, type ProviderListing } from "./find.ts";
export { agreeToConfiguration } from "./settings.ts";
export { redactedConfiguration } from "./redacted_configuration.ts";
export type { OpenOptions, ProviderLimits } from "./subject.ts";
export * from "./vault_provider.ts";
export type { ProviderKind } from "../extension/describe/record.ts";
