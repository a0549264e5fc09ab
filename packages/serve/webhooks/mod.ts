export { assertHookName } from "./name.ts";
export * from "./operator.ts";
export { assertHookSecret, newHookSecret } from "./secret.ts";
export { openWebhookStore } from "./store.ts";
export { webhookList, webhookView } from "./view.ts";
export { BODY_BYTES, hookPath, type Scheme, type Webhook } from "./webhook.ts";
