import type { VersionEntry } from "@svc/core/wire";
import { Notice } from "@svc/http/page";
import { When } from "../../../../platform/web/components/when.tsx";
import { versionHref } from "../address/links.ts";
import { QuarantineNotice } from "../components/quarantine_notice.tsx";
import { LinkedText } from "../components/linked_text.tsx";
import type { ExtensionView } from "./view.ts";

/** What a reader of one version must know: that it was yanked and why, or that it is not the newest. */
export function VersionNotices({ view: { info, now }, entry }: {
  view: ExtensionView;
  entry: VersionEntry;
}) {
  const newest = info.latestVersion ?? info.latestRc ?? info.latestBeta;
  const newer = newest === null || newest === entry.version ? null : newest;
  return (
    <>
      {entry.restriction ? <QuarantineNotice {...entry.restriction} now={now} /> : null}
      {entry.yankedAt && entry.yankedAt !== entry.restriction?.at && (
        <Notice kind="error" title="This version was yanked">
          <p>
            <bdi>
              <LinkedText text={entry.yankReason ?? "No reason given."} />
            </bdi>{" "}
            Yanked{" "}
            <When at={entry.yankedAt} now={now} />. A new pull gets another version; a lockfile that
            names this one still restores it.
          </p>
        </Notice>
      )}
      {newer === null ? null : (
        <p class="quiet">
          The newest version is <a href={versionHref(info.name, newer)}>{newer}</a>.
        </p>
      )}
    </>
  );
}
