import { Icon } from "@svc/http/page";

/** The Verified badge (spec §2.6): first-party, or set by an administrator. It adds no points. */
export function VerifiedBadge() {
  return (
    <span class="chip verified" title="Published by this registry's own team, or checked by it">
      <Icon name="seal" />Verified
    </span>
  );
}
