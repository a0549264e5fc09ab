import type { WebhookView } from "@svc/serve/answers";
import type { Context } from "../frame/command.ts";

/** A webhook as commands print it that may show its secret. */
export interface SecretView extends WebhookView {
  /** Only when svc has made it, this once. */
  secret?: string;
}

/** Says where senders reach a webhook and how they sign; its secret alone goes to stdout. */
export function noteWebhook(
  { note }: Pick<Context, "note">,
  { path, scheme, secret, graceEndsAt }: SecretView,
): void {
  note(`It takes deliveries at ${path} of the server's address, as application/json.`);
  note(
    scheme === "standard"
      ? "They are signed as Standard Webhooks says: webhook-id, webhook-timestamp, webhook-signature."
      : "They are signed as GitHub does: X-Hub-Signature-256.",
  );
  if (graceEndsAt !== null) note(`Its old secret is valid until ${graceEndsAt}.`);
  if (secret !== undefined) note("Its secret is shown only once; give it to the sender:");
}
