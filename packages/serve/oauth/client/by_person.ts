import { SvcError } from "@svc/core/error";
import { type Polled, pollUntil, SLOW_DOWN_SECONDS, type Waiting } from "@svc/core/polling";
import {
  askForGrant,
  beginGrant,
  type Provider,
  type Redeemed,
  redeemed,
} from "../provider/mod.ts";

/** The registry's public client for servers that have none of their own yet (reference wire 1.7). */
const BOOTSTRAP_CLIENT = "svc-serve-bootstrap";

/** The operator at their terminal, who approves the registration in a browser. */
export interface Terminal extends Waiting {
  /** Shows lines to the operator. */
  say(lines: string): void;
}

/**
 * Lets the operator approve in a browser that this server is registered in their name, and answers
 * the credential for that.
 *
 * @throws SvcError `cancelled`, `timeout`, `unavailable`
 */
export async function approvedByPerson(provider: Provider, terminal: Terminal): Promise<string> {
  const grant = await beginGrant(provider, BOOTSTRAP_CLIENT);
  terminal.say(
    `This server is not registered at ${provider.url} yet. To register it in your name, open\n` +
      `  ${grant.verificationUriComplete}\nand check that it shows this code: ${grant.userCode}\n`,
  );
  return await pollUntil(
    { ...grant, expired },
    () => askForGrant(provider, { id: BOOTSTRAP_CLIENT, secret: "" }, grant.deviceCode),
    (said) => accessIn(redeemed(provider, said)),
    terminal,
  );
}

function accessIn(answer: Redeemed): Polled<string> {
  if ("grant" in answer) return { result: answer.grant.access };
  switch (answer.problem) {
    case "pending":
      return { longer: 0 };
    case "slow_down":
      return { longer: SLOW_DOWN_SECONDS };
    case "denied":
      throw new SvcError("cancelled", "The registration was denied in the browser");
    case "expired":
    case "unknown":
    case "client":
      throw expired();
  }
}

function expired(): SvcError {
  return new SvcError("timeout", "The code expired before it was approved", {
    hint: "Start svc serve again and approve the code in time.",
  });
}
