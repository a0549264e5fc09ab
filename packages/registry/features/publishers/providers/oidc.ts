import { optionalText, shortened, textOf } from "./job.ts";
import type { Provider } from "./provider.ts";

/**
 * Any other issuer, by the operator's word: claims that must be exactly as the publisher has them, one
 * of them named as the one that never changes hands.
 */
export const OIDC: Provider = {
  title: "Another issuer",
  issuers: [],
  algorithms: ["RS256", "ES256", "PS256", "EdDSA"],
  maxAge: undefined,
  names: "claims",
  ids: [],
  idsGiven: true,
  namesAreUnique: false,
  parts: new Set(),
  refRules: ["any"],
  defaults: { refRule: "any", events: [], runnerRule: "any" },
  neverEvents: new Set(),
  read(claims) {
    const texts: Record<string, string> = {};
    for (const name of Object.keys(claims)) {
      const value = claims[name];
      const text = typeof value === "boolean" ? String(value) : optionalText(claims, name);
      if (text !== null) texts[name] = text;
    }
    const subject = shortened(textOf(claims, "sub"));
    return {
      names: {},
      ids: {},
      claims: texts,
      workflow: null,
      reusable: null,
      environment: null,
      event: null,
      actor: null,
      ref: null,
      isHosted: false,
      sha: null,
      run: { url: subject, name: subject },
    };
  },
};
