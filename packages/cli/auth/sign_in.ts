import { SvcError } from "@svc/core/error";
import { callJson } from "../client/call.ts";
import type { Caller } from "../client/caller.ts";

const EMAIL = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;

/**
 * Signs in with a password and answers the session token. A username that looks like an address
 * signs in by e-mail.
 *
 * @param askCode asked for a code where the account has a second factor
 * @throws SvcError `invalid_credentials` when name and password do not belong together;
 *   `second_factor_wrong`; `second_factor_required` when it has passkeys only
 */
export async function signIn(
  caller: Caller,
  username: string,
  password: string,
  askCode: () => Promise<string>,
): Promise<string> {
  const byEmail = EMAIL.test(username);
  try {
    return await tokenFrom(
      caller,
      byEmail ? "email" : "username",
      byEmail ? { email: username, password } : { username, password },
    );
  } catch (error) {
    if (!(error instanceof SvcError) || ![401, 403].includes(error.status)) throw error;
    const pending = detailOf(error, "pending");
    if (pending !== undefined) {
      // A recovery code puts the account on hold, and then no key can be made.
      if (detailOf(error, "factors") === "passkey") {
        throw new SvcError("second_factor_required", "This account signs in with a passkey", {
          hint: "Log in with the browser: svc auth login.",
        });
      }
      return await tokenFrom(caller, "second-factor", { pending, code: await askCode() });
    }
  }
  throw new SvcError("invalid_credentials", "Wrong username or password", {
    hint: `Sign up, or see your account, at ${caller.serverUrl}.`,
  });
}

async function tokenFrom(
  caller: Caller,
  step: "email" | "username" | "second-factor",
  body: Record<string, string>,
): Promise<string> {
  const { token } = await callJson(
    caller,
    { method: "POST", path: `/api/auth/sign-in/${step}`, body },
    (_, z) => z.object({ token: z.string() }),
  );
  return token;
}

/** What a refusal says of a sign-in that waits for a factor; undefined when it was refused altogether. */
function detailOf({ code, details }: SvcError, name: string): string | undefined {
  if (code !== "second_factor_required") return undefined;
  return details?.find(({ path }) => path === name)?.message;
}
