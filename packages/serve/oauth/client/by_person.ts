import { SvcError } from "@svc/core/error";
import { beginGrant, type Provider, redeem } from "../provider/mod.ts";

/** The registry's public client for servers that have none of their own yet (reference wire 1.7). */
const BOOTSTRAP_CLIENT = "svc-serve-bootstrap";

/** Seconds to wait longer when the registry says to slow down (RFC 8628 §3.5). */
const SLOW_DOWN_SECONDS = 5;

/** The operator at their terminal, who approves the registration in a browser. */
export interface Terminal {
  /** Shows lines to the operator. */
  say(lines: string): void;
  /** Resolves after that many seconds. */
  wait(seconds: number): Promise<void>;
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
  let interval = grant.interval;
  for (let waited = 0; waited < grant.expiresIn; waited += interval) {
    await terminal.wait(interval);
    const answer = await redeem(provider, { id: BOOTSTRAP_CLIENT, secret: "" }, grant.deviceCode);
    if ("grant" in answer) return answer.grant.access;
    if (answer.problem === "slow_down") interval += SLOW_DOWN_SECONDS;
    else if (answer.problem === "denied") {
      throw new SvcError("cancelled", "The registration was denied in the browser");
    } else if (answer.problem !== "pending") break;
  }
  throw new SvcError("timeout", "The code expired before it was approved", {
    hint: "Start svc serve again and approve the code in time.",
  });
}
