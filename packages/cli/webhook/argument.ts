/** A webhook as an argument. */
export const WEBHOOK = {
  name: "name",
  summary: "the webhook's name",
  completes: "webhook",
} as const;
