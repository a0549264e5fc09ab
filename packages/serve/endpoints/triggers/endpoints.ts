import type { Endpoint } from "../../http/endpoint.ts";
import { SCHEDULE_ENDPOINTS } from "./schedules.ts";
import { WEBHOOK_ENDPOINTS } from "./webhooks.ts";

/** What is asked about what starts runs by itself, and what starts them. */
export const TRIGGER_ENDPOINTS: readonly Endpoint[] = [...SCHEDULE_ENDPOINTS, ...WEBHOOK_ENDPOINTS];
