import type { Publisher } from "@svc/core/wire";
import { safeHref } from "../../../platform/web/security/safe_href.ts";
import { When } from "../../../platform/web/components/when.tsx";
import { PROVIDERS } from "../providers/mod.ts";
import { fieldsText } from "../text.ts";
import { partsOf } from "./parts.ts";

/** A publisher in a list: what it trusts, since when it is known, and the ways to end or confirm it. */
export function PublisherRow({ publisher, base, now }: {
  publisher: Publisher;
  /** Address of the settings. */
  base: string;
  now: Date;
}) {
  const { provider, extension, names, ids, renamed } = publisher;
  const place = fieldsText(provider, names);
  return (
    <li>
      <div class="row-text">
        <b>{extension}</b>{" "}
        {publisher.disabledAt === null ? null : <span class="chip chip-bad">disabled</span>}
        <p>{[place, ...partsOf(publisher)].join(" · ")}</p>
        <p class="quiet">
          {PROVIDERS[provider].title}, {publisher.issuer}
        </p>
        <p class="quiet">
          {ids === null ? "ids are learned at the first use" : (
            <>
              ids {fieldsText(provider, ids)}
              {publisher.idsLearnedAt === null ? null : (
                <>
                  , known since <When at={publisher.idsLearnedAt} now={now} />
                </>
              )}
            </>
          )}; {publisher.lastUsedAt === null ? "never used" : (
            <>
              last used <When at={publisher.lastUsedAt} now={now} />
              {publisher.lastRun === null ? null : <LastRun run={publisher.lastRun} />}
            </>
          )}; added <When at={publisher.createdAt} now={now} /> by{" "}
          {publisher.createdBy ?? "a deleted account"}
          {publisher.expiresAt === null ? null : (
            <>
              ; ends <When at={publisher.expiresAt} now={now} /> unless it is used
            </>
          )}
        </p>
        {publisher.disabledReason === null ? null : <p>{publisher.disabledReason}</p>}
        {renamed === null ? null : (
          <p>
            A job with the same ids is of <b>{fieldsText(provider, renamed)}</b>{" "}
            now. It was refused until you accept the new name.
          </p>
        )}
      </div>
      <div class="row-actions">
        {renamed === null ? null : (
          <form method="post" action={`${base}/confirm-publisher`}>
            <input type="hidden" name="id" value={publisher.id} />
            <input type="hidden" name="names" value={JSON.stringify(renamed)} />
            <button type="submit">
              Accept new name<span class="visually-hidden">of the publisher of {extension}</span>
            </button>
          </form>
        )}
        <form method="post" action={`${base}/remove-publisher`}>
          <input type="hidden" name="id" value={publisher.id} />
          <button type="submit" class="danger">
            Remove<span class="visually-hidden">publisher of {extension}, {place}</span>
          </button>
        </form>
      </div>
    </li>
  );
}

function LastRun({ run }: { run: string }) {
  const href = safeHref(run);
  return (
    <>
      {" "}by {href === undefined ? run : <a href={href} rel="noopener noreferrer">this run</a>}
    </>
  );
}
