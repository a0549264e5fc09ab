// Loaded only where metrics are sent.
export { startSending } from "@svc/http/send-metrics";
