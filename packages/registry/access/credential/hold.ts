import { SvcError } from "@svc/core/error";
import { instantText } from "@svc/core/text";

/**
 * The refusal of what needs a proof while the person's account is on hold, whatever it is asked with: a
 * recovery code proves less than the factor that it stands in for.
 */
export function accountOnHold(until: Date): SvcError {
  return new SvcError("account_on_hold", `The account is on hold until ${instantText(until)}`, {
    hint:
      "A recovery code was used, or the operator removed a second factor. Sign in with a factor " +
      "that the account had before to end the hold, or wait. Factors can be added, and sessions ended.",
    details: [{ path: "until", message: until.toISOString() }],
  });
}
