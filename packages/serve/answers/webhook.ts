import { z } from "zod";

const TIME = z.iso.datetime();

/**
 * A webhook as it is shown: without its secret, and without values of inputs, which may be secrets.
 */
export const WebhookView = z.object({
  name: z.string(),
  path: z.string().describe("Below the address of the server"),
  behavior: z.string(),
  method: z.string(),
  scheme: z.enum(["standard", "github"]).describe("How deliveries are signed"),
  inputs: z.array(z.string()).describe("Names of the inputs that are the same for each delivery"),
  map: z.record(z.string(), z.string()).describe(
    "Expressions of the inputs that a delivery brings, by name",
  ),
  if: z.string().nullable().describe("The condition that a delivery must meet"),
  maxBytes: z.int(),
  createdAt: TIME,
  createdBy: z.string(),
  rotatedAt: TIME.nullable(),
  graceEndsAt: TIME.nullable().describe(
    "Until when the secret before the last rotation is valid",
  ),
  lastDelivery: z.object({ at: TIME, run: z.string().nullable() }).nullable()
    .describe("The last one that was accepted"),
}).meta({ id: "Webhook" });
export type WebhookView = z.output<typeof WebhookView>;

/** Answer to a list of webhooks. */
export const WebhookList = z.object({ webhooks: z.array(WebhookView) });

/** What may become of a delivery. */
const DELIVERY_OUTCOMES = ["started", "filtered", "refused"] as const;

/** A delivery. Nothing of its body, headers or sender is kept. */
export const WebhookDelivery = z.object({
  at: TIME,
  outcome: z.enum(DELIVERY_OUTCOMES),
  run: z.string().nullable().describe("Id of the run that it started"),
  reason: z.string().nullable().describe("Why it was refused"),
}).meta({ id: "WebhookDelivery" });
export type WebhookDelivery = z.output<typeof WebhookDelivery>;

/** Answer to a list of deliveries, newest first. */
export const WebhookDeliveries = z.object({ deliveries: z.array(WebhookDelivery) });
