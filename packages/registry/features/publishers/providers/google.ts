import { SvcError } from "@svc/core/error";
import { textOf } from "./job.ts";
import type { Provider } from "./provider.ts";

/** Service accounts of Google Cloud. The subject is bound; the address is what people know it by. */
export const GOOGLE: Provider = {
  title: "Google Cloud",
  issuers: [{
    url: "https://accounts.google.com",
    keys: "https://www.googleapis.com/oauth2/v3/certs",
  }],
  algorithms: ["RS256"],
  maxAge: 3_600,
  names: [{
    name: "email",
    title: "Service account",
    example: "publisher@project.iam.gserviceaccount.com",
    pattern: /^[^\s@]{1,100}@[^\s@]{1,150}$/,
  }],
  ids: [{ name: "subject", title: "Unique id", example: "", pattern: /^\d{1,40}$/ }],
  idsGiven: false,
  namesAreUnique: true,
  parts: new Set(),
  refRules: ["any"],
  defaults: { refRule: "any", events: [], runnerRule: "any" },
  neverEvents: new Set(),
  read(claims) {
    const email = textOf(claims, "email", "Ask for the token with the format 'full'.");
    if (claims["email_verified"] !== true) {
      throw new SvcError("token_invalid", "The address of the identity token is not verified");
    }
    return {
      names: { email },
      ids: { subject: textOf(claims, "sub") },
      workflow: null,
      reusable: null,
      environment: null,
      event: null,
      actor: null,
      ref: null,
      isHosted: true,
      sha: null,
      run: { url: email, name: email },
    };
  },
};
