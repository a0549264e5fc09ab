import { Icon } from "@svc/http/page";

/** The Verified badge (spec §2.6): first-party, or set by an administrator. It adds no points. */
export function VerifiedBadge() {
  return (
    <span class="chip verified" title="Published or checked by the team of this registry">
      <Icon name="seal" />Verified
    </span>
  );
}
