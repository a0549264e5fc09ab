import { RESTRICTION_CATEGORIES } from "@svc/core/report";
import type { Restriction } from "@svc/core/wire";
import { Notice } from "@svc/http/page";
import { When } from "../../../../platform/web/components/when.tsx";

/** What those read who still see what is in quarantine: since when, why, and what it means. */
export function QuarantineNotice({ at, category, note, now }: Restriction & { now: Date }) {
  return (
    <Notice kind="error" title="In quarantine">
      <p>
        The operator of this registry looks into it since <When at={at} now={now} />
        {category === null ? "." : `: ${RESTRICTION_CATEGORIES[category].label}.`}{" "}
        {note === null ? null : <bdi>{note}</bdi>}
      </p>
      <p>
        Nobody can find or pull it, and nobody can change it. Nothing is lost: when it is released,
        all is as before. Only people of its collective and operators see this page.
      </p>
    </Notice>
  );
}
