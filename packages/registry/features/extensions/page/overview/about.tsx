import { roleAtLeast } from "@svc/core/role";
import type { Publisher, VersionEntry } from "@svc/core/wire";
import { partsOf } from "../../../publishers/page/parts.ts";
import { fieldsText } from "../../../publishers/text.ts";
import { diffHref, extensionHref, reportHref, versionHref } from "../address/links.ts";
import { Author } from "../components/author.tsx";
import { ExtensionLink } from "../components/extension_link.tsx";
import { OutsideLink, RepositoryFact } from "../components/repository_fact.tsx";
import type { PullsByWeek } from "../../pulls/by_week.ts";
import type { ExtensionView } from "../frame/view.ts";
import { PullsChart } from "./pulls_chart.tsx";
import { When } from "../../../../platform/web/components/when.tsx";
import { VersionChips } from "../components/version_chips.tsx";

/** What stands beside the README. */
export interface AboutProps {
  view: ExtensionView;
  pulls: PullsByWeek;
  /** The newest versions. */
  versions: VersionEntry[];
  versionTotal: number;
  /** The version that is shown; absent before the first. */
  shown: string | undefined;
  /** The version before that one. */
  before: string | undefined;
  /** The trusted publishers that are in use; absent for who is not in the collective. */
  publishers?: Publisher[];
}

/** Where an extension comes from, what it needs, and its newest versions. */
export function About(props: AboutProps) {
  const { view: { info, now }, versions, versionTotal, shown, before } = props;
  return (
    <aside class="aside" aria-label="About this extension">
      <section>
        <h2>Repository</h2>
        <RepositoryFact info={info} now={now} />
        {info.homepageUrl && (
          <p class="break">
            <OutsideLink url={info.homepageUrl} />
          </p>
        )}
        <p>
          <a href={`/lab?extension=${encodeURIComponent(info.name)}`}>Issues</a>
        </p>
      </section>
      {info.dependencies.length === 0 ? null : (
        <section>
          <h2>Extensions it needs</h2>
          <ul class="plain">
            {info.dependencies.map((name) => (
              <li>
                <ExtensionLink reference={name} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h2>Versions</h2>
        <VersionList name={info.name} versions={versions} latest={info.latestVersion} now={now} />
        {shown === undefined || before === undefined ? null : (
          <p>
            <a href={diffHref(info.name, shown, before)}>Changes since {before}</a>
          </p>
        )}
        <p class="quiet">
          <a href={extensionHref(info.name, "versions")}>
            {versionTotal === 1 ? "About this version" : `All ${versionTotal} versions`}
          </a>
        </p>
      </section>
      <PullsChart {...props.pulls} />
      <section>
        <p class="quiet">
          <a href={reportHref(info.name)} rel="nofollow">Report this extension</a>
        </p>
      </section>
      {info.author && (
        <section>
          <h2>Published by</h2>
          <p>
            <Author author={info.author} />
          </p>
        </section>
      )}
      {props.publishers === undefined || props.publishers.length === 0
        ? null
        : <Publishers {...props.view} publishers={props.publishers} />}
    </aside>
  );
}

/** Whose jobs publish it, for its collective. */
function Publishers({ info, role, publishers }: ExtensionView & { publishers: Publisher[] }) {
  const settings = `/collectives/${info.namespace.slice(1)}/settings/publishers`;
  return (
    <section>
      <h2>Trusted publishers</h2>
      <ul class="plain">
        {publishers.map((each) => (
          <li class="break">
            {[fieldsText(each.provider, each.names), ...partsOf(each)].join(" · ")}
          </li>
        ))}
      </ul>
      <p class="quiet">
        Members of {info.namespace} see this.
        {role !== undefined && roleAtLeast(role, "admin") && (
          <>
            {" "}
            <a href={settings}>Change them</a>
          </>
        )}
      </p>
    </section>
  );
}

interface VersionListProps {
  name: string;
  versions: VersionEntry[];
  latest: string | null;
  now: Date;
}

/** Published versions, newest first, with channel and yanked marks in words. */
function VersionList({ name, versions, latest, now }: VersionListProps) {
  return (
    <ol class="versions" reversed>
      {versions.map((entry) => (
        <li class={entry.yankedAt ? "version version-yanked" : "version"}>
          <a href={versionHref(name, entry.version)}>
            <code>{entry.version}</code>
          </a>
          <VersionChips entry={entry} latest={latest} />
          <span class="version-when">
            <When at={entry.publishedAt} now={now} />
          </span>
        </li>
      ))}
    </ol>
  );
}
