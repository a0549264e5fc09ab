import { placeholderSources } from "@svc/core/permission";
import type { Contents } from "@svc/core/descriptor";
import type { ExtensionAuthor, ExtensionInfo, Scorecard, VersionEntry } from "@svc/core/wire";
import { raw } from "hono/html";
import { shownPart } from "./catalogue/shown_part.ts";
import { BehaviorType } from "./components/behavior_type.tsx";
import { Carried } from "./components/carried.tsx";
import { DependencyList } from "./components/dependency_list.tsx";
import { ExtensionPlate } from "./components/extension_plate.tsx";
import { FactorList } from "./components/factor_list.tsx";
import { LifecycleNotices } from "./components/lifecycle_notices.tsx";
import { ManageExtension } from "./components/manage_extension.tsx";
import { PermissionList } from "./components/permission_list.tsx";
import { OutsideLink, RepositoryFact } from "./components/repository_fact.tsx";
import { VersionList } from "./components/version_list.tsx";
import { Layout, type PageFrame } from "../../../platform/web/layout/layout.tsx";
import type { SafeHtml } from "../../../platform/web/markdown/safe_html.ts";

/** All an extension's page shows. */
export interface ExtensionPageProps extends PageFrame {
  info: ExtensionInfo;
  /** Absent before the first version. */
  scorecard: Scorecard | undefined;
  contents: Contents | undefined;
  readme: SafeHtml | undefined;
  releaseNotes: SafeHtml | undefined;
  versions: VersionEntry[];
  versionTotal: number;
  /** What the viewer may do here; absent for outsiders. */
  manage?: { admin: boolean; refused?: string | undefined } | undefined;
  now: Date;
}

/** An extension: its plate, README, behavior types, score, versions and what it may touch. */
export function ExtensionPage(props: ExtensionPageProps) {
  const { info, scorecard, now } = props;
  const { contents, hidden } = props.contents
    ? shownPart(props.contents)
    : { contents: undefined, hidden: 0 };
  const current = info.latestVersion ?? info.latestRc ?? info.latestBeta;
  return (
    <Layout
      title={info.name}
      description={info.description}
      viewer={props.viewer}
      here={props.here}
      feed={`/extensions/${info.name}/versions.atom`}
      noIndex={info.isPrivate}
    >
      <LifecycleNotices info={info} now={now} />
      <ExtensionPlate
        info={info}
        scorecard={scorecard}
        contents={props.contents && countsOf(props.contents)}
        publishedAt={props.versions.find((entry) => entry.version === current)?.publishedAt}
        now={now}
      />
      <OnThisPage contents={contents} scored={!!scorecard} managed={!!props.manage} />
      <div class="with-aside">
        <MainColumn {...props} contents={contents} hidden={hidden} />
        <Aside {...props} contents={contents} current={current} />
      </div>
    </Layout>
  );
}

/** Behavior types and reports, counted where there are any. */
function countsOf({ models, reports }: Contents) {
  const counts = { behaviorTypes: models.length, reports: reports.length };
  return models.length + reports.length === 0 ? undefined : counts;
}

function OnThisPage({ contents, scored, managed }: {
  contents: Contents | undefined;
  scored: boolean;
  managed: boolean;
}) {
  return (
    <nav class="page-nav" aria-label="On this page">
      <a href="#readme">README</a>
      {contents && contents.models.length > 0 ? <a href="#types">Behavior types</a> : null}
      {contents && contents.reports.length > 0 ? <a href="#reports">Reports</a> : null}
      {scored ? <a href="#score">Score</a> : null}
      <a href="#versions">Versions</a>
      {managed ? <a href="#manage">Manage</a> : null}
    </nav>
  );
}

/** README, behavior types, reports, score, and the forms of those who manage the extension. */
function MainColumn(
  props: ExtensionPageProps & { hidden: number },
) {
  const { info, scorecard, contents, hidden } = props;
  return (
    <div class="main-column">
      <section id="readme" aria-label="README" class="sheet">
        {props.readme
          ? <div class="prose">{raw(props.readme)}</div>
          : <p class="quiet">This extension has no README.</p>}
      </section>
      {contents && contents.models.length > 0
        ? (
          <section id="types" aria-labelledby="types-title">
            <h2 id="types-title">Behavior types</h2>
            {contents.described === "source-text" ? <SourceTextNote /> : null}
            {contents.models.map((model) => <BehaviorType model={model} />)}
          </section>
        )
        : null}
      {contents && contents.reports.length > 0 ? <Reports contents={contents} /> : null}
      {contents ? <Carried contents={contents} /> : null}
      {hidden > 0
        ? (
          <p class="quiet">
            {hidden}{" "}
            more methods, arguments, outputs or reports are not shown here. Pull the extension;{" "}
            <code>svc model type describe</code> shows all.
          </p>
        )
        : null}
      {scorecard ? <Score scorecard={scorecard} /> : null}
      {props.manage
        ? (
          <ManageExtension
            info={info}
            versions={props.versions}
            admin={props.manage.admin}
            refused={props.manage.refused}
          />
        )
        : null}
    </div>
  );
}

/** Said wherever a description may be wrong. */
function SourceTextNote() {
  return (
    <p class="quiet">
      Read from the source text; not evaluated. Arguments may be missing. A pull describes the types
      as they are: <code>svc model type describe</code>.
    </p>
  );
}

/** What it may touch, where it comes from, and its versions. */
function Aside(props: ExtensionPageProps & { current: string | null }) {
  const { info, contents, current, now } = props;
  return (
    <aside class="aside" aria-label="About this extension">
      <section>
        <h2>What it may touch</h2>
        {contents
          ? (
            <PermissionList
              permissions={contents.permissions}
              models={placeholderSources(contents)}
              declares={contents.described === "evaluated"}
            />
          )
          : <p class="quiet">Known once a version is published.</p>}
      </section>
      <section>
        <h2>Repository</h2>
        <RepositoryFact info={info} now={now} />
        {info.homepageUrl
          ? (
            <p class="break">
              <OutsideLink url={info.homepageUrl} />
            </p>
          )
          : null}
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
      <section id="versions">
        <h2>Versions</h2>
        <VersionList
          versions={props.versions}
          total={props.versionTotal}
          latest={info.latestVersion}
          now={now}
        />
        {props.releaseNotes
          ? (
            <details>
              <summary>Release notes of {current}</summary>
              <div class="prose">{raw(props.releaseNotes)}</div>
            </details>
          )
          : null}
        <p class="quiet">
          <a href={`/extensions/${info.name}/versions.atom`}>Feed of new versions</a>
        </p>
      </section>
      {info.author
        ? (
          <section>
            <h2>Published by</h2>
            <Author author={info.author} />
          </section>
        )
        : null}
    </aside>
  );
}

/** A person by name; a collective, whose token published, with a link to it. */
function Author({ author }: { author: ExtensionAuthor }) {
  return author.kind === "person" ? <p>{author.displayName}</p> : (
    <p>
      The collective <a href={`/collectives/${author.username}`}>{author.displayName}</a>
    </p>
  );
}

function Reports({ contents }: { contents: Contents }) {
  return (
    <section id="reports" aria-labelledby="reports-title">
      <h2 id="reports-title">Reports</h2>
      <dl class="outputs sheet">
        {contents.reports.map((report) => (
          <div>
            <dt>
              <code>{report.name}</code>
            </dt>
            <dd>{report.description}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Score({ scorecard }: { scorecard: Scorecard }) {
  return (
    <section id="score" aria-labelledby="score-title">
      <h2 id="score-title">
        Score: {scorecard.earnedPoints} of {scorecard.maxPoints} points
      </h2>
      <FactorList scorecard={scorecard} />
      <h3>Dependency audit</h3>
      <div class="sheet">
        <DependencyList trust={scorecard.dependencyTrust} />
      </div>
    </section>
  );
}

function ExtensionLink({ reference }: { reference: string }) {
  const version = reference.indexOf("@", 1);
  const name = version < 0 ? reference : reference.slice(0, version);
  return (
    <a href={`/extensions/${name}`}>
      <code>{reference}</code>
    </a>
  );
}
