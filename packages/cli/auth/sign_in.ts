import { SvcError } from "@svc/core/error";
import { callObject } from "../client/call.ts";
import type { Caller } from "../client/caller.ts";

const EMAIL = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;

/**
 * Signs in with a password and answers the session token. A username that looks like an address
 * signs in by e-mail.
 *
 * @throws SvcError `invalid_credentials` when name and password do not belong together.
 */
export async function signIn(caller: Caller, username: string, password: string): Promise<string> {
  const byEmail = EMAIL.test(username);
  try {
    const { token } = await callObject(caller, {
      method: "POST",
      path: `/api/auth/sign-in/${byEmail ? "email" : "username"}`,
      body: byEmail ? { email: username, password } : { username, password },
    });
    if (typeof token === "string") return token;
  } catch (error) {
    if (!(error instanceof SvcError) || ![401, 403].includes(error.status)) throw error;
  }
  throw new SvcError("invalid_credentials", "Wrong username or password", {
    hint: `Sign up, or see your account, at ${caller.serverUrl}.`,
  });
}
