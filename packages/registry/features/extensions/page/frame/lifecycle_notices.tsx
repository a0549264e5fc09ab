import type { ExtensionInfo } from "@svc/core/wire";
import { Notice } from "@svc/http/page";
import { When } from "../../../../platform/web/components/when.tsx";
import { LinkedText } from "../components/linked_text.tsx";

/** What a reader must know before pulling: yanked or deprecated, why, and what to use instead. */
export function LifecycleNotices({ info, now }: { info: ExtensionInfo; now: Date }) {
  return (
    <>
      {info.yankedAt
        ? (
          <Notice kind="error" title="This extension was yanked">
            <p>
              <bdi>{info.yankReason ?? "No reason given."}</bdi> Yanked{" "}
              <When at={info.yankedAt} now={now} />. It is no longer in search, and a new pull
              refuses it; a lockfile that names it still restores it.
            </p>
          </Notice>
        )
        : null}
      {info.deprecatedAt
        ? (
          <Notice kind="warning" title="This extension is deprecated">
            <p>
              <bdi>
                <LinkedText text={info.deprecationReason ?? "No reason given."} />
              </bdi>
              {info.supersededBy
                ? (
                  <>
                    {" "}Use <a href={`/extensions/${info.supersededBy}`}>{info.supersededBy}</a>
                    {" "}
                    instead.
                  </>
                )
                : null}
            </p>
          </Notice>
        )
        : null}
      {!info.yankedAt && info.latestVersion === null && (info.latestRc ?? info.latestBeta)
        ? (
          <Notice kind="info" title="No stable version yet">
            <p>
              Pull the newest with <code>--channel {info.latestRc ? "rc" : "beta"}</code>.
            </p>
          </Notice>
        )
        : null}
    </>
  );
}
