import type { PublisherProvider } from "@svc/core/wire";
import type { Services } from "../../access/services.ts";
import { PROVIDERS } from "./providers/mod.ts";

/** An issuer whose tokens may be trusted here: built in, or named by the operator. */
export interface TrustedIssuer {
  provider: PublisherProvider;
  url: string;
  /** Where its keys are; undefined where its own description has to say so. */
  keys: string | undefined;
}

/**
 * All of them, those that the operator named first: nothing else is ever asked for keys, whatever a
 * token or a form says.
 */
export function trustedIssuers({ oidcIssuers }: Services["config"]): readonly TrustedIssuer[] {
  const off = oidcIssuers.filter(({ issuer }) => issuer === null).map(({ provider }) => provider);
  const named = oidcIssuers.flatMap(({ provider, issuer }) =>
    issuer === null ? [] : [{ provider, url: issuer, keys: undefined }]
  );
  const own = (Object.keys(PROVIDERS) as PublisherProvider[]).flatMap((provider) =>
    off.includes(provider) ? [] : PROVIDERS[provider].issuers.map((each) => ({ provider, ...each }))
  );
  return [...named, ...own.filter(({ url }) => !named.some((each) => each.url === url))];
}
