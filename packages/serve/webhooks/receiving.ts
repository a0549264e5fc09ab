// What takes a delivery, loaded with the first one.
export { receive } from "./receive.ts";
export { openWebhookStore } from "./store.ts";
