import { SvcError } from "@svc/core/error";
import { isUnencrypted, parseServer } from "../config/server.ts";
import type { Host } from "../frame/host.ts";

/** Where certificates of jobs come from, and where what they sign is recorded. */
export interface SigstoreInstance {
  /** Addresses without a slash at the end. */
  fulcio: string;
  rekor: string;
  /** True when everybody can read what is recorded, for ever. */
  isPublic: boolean;
}

/** The public instance. */
const PUBLIC = {
  SVC_FULCIO_URL: "https://fulcio.sigstore.dev",
  SVC_REKOR_URL: "https://rekor.sigstore.dev",
} as const;

/**
 * The instance of Sigstore that this environment names; the public one without.
 *
 * @throws SvcError `usage` when only one address is set, or one is wrong or not encrypted
 */
export function sigstoreInstance({ env }: Pick<Host, "env">): SigstoreInstance {
  const set = (name: keyof typeof PUBLIC) => env(name)?.trim() || undefined;
  const [fulcio, rekor] = [set("SVC_FULCIO_URL"), set("SVC_REKOR_URL")];
  if ((fulcio === undefined) !== (rekor === undefined)) {
    throw new SvcError(
      "usage",
      "SVC_FULCIO_URL and SVC_REKOR_URL belong together; one is not set",
      {
        hint: "Set both to the addresses of one instance of Sigstore, or none for the public one.",
      },
    );
  }
  const at = (name: keyof typeof PUBLIC, said: string | undefined) => {
    const address = parseServer(said ?? PUBLIC[name], name);
    if (!isUnencrypted(address)) return address;
    throw new SvcError("usage", `${name} is not encrypted: ${address}`, {
      hint: "The identity token of this job goes there: use its https address.",
    });
  };
  const addresses = { fulcio: at("SVC_FULCIO_URL", fulcio), rekor: at("SVC_REKOR_URL", rekor) };
  const isPublic = Object.values(addresses).some((address) =>
    /(?:^|\.)(?:sigstore\.dev|sigstage\.dev)\.?$/.test(new URL(address).hostname)
  );
  return { ...addresses, isPublic };
}
