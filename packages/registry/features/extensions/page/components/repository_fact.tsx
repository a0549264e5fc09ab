import type { ExtensionInfo } from "@svc/core/wire";
import { safeHref } from "../../../../platform/web/security/safe_href.ts";
import { Icon } from "@svc/http/page";
import { When } from "../../../../platform/web/components/when.tsx";

/** Where the sources live, and whether the host confirmed that they are public (spec §2.6). */
export function RepositoryFact({ info, now }: { info: ExtensionInfo; now: Date }) {
  if (info.repository === null) return <p>No repository given.</p>;
  const verified = info.repositoryVerified === true &&
    info.repositoryVerifiedUrl === info.repository;
  return (
    <>
      <p class="break">
        <OutsideLink url={info.repository} />
      </p>
      {verified
        ? (
          <p class="good-text">
            <Icon name="check" /> Public, confirmed by its host{" "}
            {info.repositoryVerifiedAt ? <When at={info.repositoryVerifiedAt} now={now} /> : null}
          </p>
        )
        : (
          <p class="quiet">
            <Icon name="unknown" /> Not confirmed as a public repository.
          </p>
        )}
    </>
  );
}

/** A link to a stranger's site; an address that is not a web address stays plain text. */
export function OutsideLink({ url }: { url: string }) {
  const href = safeHref(url);
  if (href === undefined) return <span>{url}</span>;
  return <a href={href} rel="nofollow noopener ugc">{url.replace(/^https?:\/\//, "")}</a>;
}
