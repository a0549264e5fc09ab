import { readTrustRoot, trustRootText } from "@svc/provenance";
import type { Config } from "../../../platform/config/mod.ts";

/** Whose certificates the registry trusts to say where a version came from. */
export interface RegistryTrustRoot {
  /** SHA-256 of the root when the server started; null where no certificate is trusted. */
  digest: string | null;
  /**
   * The root as it is now: a renewed file needs no restart. Null where no certificate is trusted.
   *
   * @throws SvcError `unavailable` when it cannot be read
   */
  text(): Promise<string | null>;
}

declare module "../../../access/services.ts" {
  interface Services {
    trustRoot: RegistryTrustRoot;
  }
}

/**
 * The root that `SVC_TRUST_ROOT` names.
 *
 * @throws SvcError `unavailable` when it cannot be used
 */
export async function openTrustRoot(
  { trustRoot: place }: Pick<Config, "trustRoot">,
): Promise<RegistryTrustRoot> {
  if (place === "off") return { digest: null, text: () => Promise.resolve(null) };
  const { digest } = await readTrustRoot(await trustRootText(place));
  return { digest, text: () => trustRootText(place) };
}
