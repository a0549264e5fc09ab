import type { Contents } from "@svc/core/descriptor";
import type { ExtensionInfo, Scorecard, VersionEntry } from "@svc/core/wire";
import { renderDocument } from "../../../platform/web/layout/render.ts";
import { HOSTILE_TEXT } from "../../../testing/web/hostile.ts";
import {
  FRAME,
  NOW,
  SAMPLE_CONTENTS,
  sampleInfo,
  sampleScorecard,
} from "../../../testing/web/sample.ts";
import { DependenciesPage } from "./dependencies/route.tsx";
import type { ExtensionView } from "./frame/view.ts";
import { ExtensionPage } from "./overview/route.tsx";
import { TypePage } from "./type/page.tsx";
import type { ProvenanceRow } from "../provenance/tables.ts";
import { VersionPage } from "./version/page.tsx";
import { VersionsPage } from "./versions/route.tsx";
import assert from "node:assert/strict";

/** Every page of an extension on which somebody has written `text` wherever there is room for it. */
async function pagesWith(text: string): Promise<string[]> {
  const view: ExtensionView = { ...FRAME, info: infoWith(text), role: undefined, now: NOW };
  const contents = contentsWith(text);
  const scorecard = scorecardWith(text);
  const trust = scorecard.dependencyTrust;
  const versions = [versionWith(text)];
  const row = { checksum: "0".repeat(64), packed_bytes: 1, unpacked_bytes: 1, file_count: 1 };
  const meta = { page: 1, perPage: 20, total: 1 };
  return await Promise.all([
    <ExtensionPage
      {...{ view, scorecard, contents, versions, versionTotal: 1, readme: undefined }}
      lines={{ install: undefined, login: "svc auth login" }}
      publishedAt={undefined}
      shown={undefined}
      before={undefined}
      pulls={{ weeks: [], unknownBefore: false }}
    />,
    <VersionPage
      {...{ view, scorecard, contents, row, entry: versions[0]!, releaseNotes: undefined }}
      {...{ readme: undefined, permissionChanges: undefined }}
      publisher={{ kind: "person", username: text, displayName: text }}
      provenance={{ own: provenanceWith(text), before: provenanceWith(`${text}!`), same: 0 }}
      before={undefined}
      logIndex={48_213}
      baseUrl="http://registry.test"
    />,
    <TypePage
      {...{ view, entry: versions[0]!, model: contents.models[0]!, hidden: 1 }}
      described="evaluated"
      lines={{ install: undefined, login: "svc auth login" }}
      id="00000000-0000-4000-8000-000000000000"
    />,
    <VersionsPage {...{ view, versions, meta }} />,
    <DependenciesPage
      {...{ view, trust, meta, dependents: [{ name: text, description: text }] }}
    />,
  ].map(renderDocument));
}

function infoWith(text: string): ExtensionInfo {
  return sampleInfo({
    description: text,
    license: text,
    labels: [text],
    platforms: [text],
    repository: text,
    homepageUrl: text,
    deprecatedAt: "2026-11-20T00:00:00.000Z",
    deprecationReason: text,
    supersededBy: text,
    dependencies: [text],
    author: { kind: "person", username: text, displayName: text },
  });
}

function contentsWith(text: string): Contents {
  const schema = { type: "object", properties: { [text]: { type: text, description: text } } };
  return {
    ...SAMPLE_CONTENTS,
    models: [{
      ...SAMPLE_CONTENTS.models[0]!,
      type: text,
      globalArguments: schema,
      methods: [{ name: text, description: text, arguments: schema }],
      checks: [{ name: text, description: text, labels: [text], appliesTo: [text] }],
      dataOutputSpecs: [{
        ...{ specName: text, kind: "resource", description: text, lifetime: text },
        ...{ garbageCollection: text, schema },
      }],
    }],
    reports: [{ file: "a.ts", name: text, description: text, scope: "model", labels: [] }],
    permissions: { net: [text] },
  };
}

function scorecardWith(text: string): Scorecard {
  const sample = sampleScorecard();
  const audited = { ...sample.dependencyTrust.audited[0]!, name: text, blockers: [text] };
  return { ...sample, dependencyTrust: { outcome: "failed", audited: [audited] } };
}

function provenanceWith(text: string): ProvenanceRow {
  return {
    ...{ version_id: "v", signing_key_id: null, kind: "ci", bundle: text, issuer: text },
    ...{ identity: text, repository: text, repository_id: text, owner_id: text, workflow: text },
    ...{ commit_sha: text, ref: `refs/tags/${text}`, run_url: text, environment: text },
    ...{ runner: text, log_index: text, signed_at: null, root_digest: null },
    verified_at: "2026-11-20T08:00:00.000Z",
  };
}

function versionWith(text: string): VersionEntry {
  return {
    version: "2026.11.20.3",
    channel: "rc",
    publishedAt: "2026-11-20T08:00:00.000Z",
    yankedAt: "2026-11-20T09:00:00.000Z",
    yankReason: text,
    verifiedBySvc: false,
    archiveSize: 1,
  };
}

for (const [name, text] of Object.entries(HOSTILE_TEXT)) {
  Deno.test(`nothing a publisher writes can become markup: ${name}`, async () => {
    const calm = await pagesWith("calm");
    for (const [index, html] of (await pagesWith(text)).entries()) {
      for (const element of ["script", "img", "svg onload", "animate", "style", "textarea"]) {
        const count = (page: string) => page.split(`<${element}`).length;
        assert.equal(count(html), count(calm[index]!), `<${element}> came in`);
      }
      assert.doesNotMatch(html.replaceAll(/"[^"]*"/g, ""), /<[^>]*\son[a-z]+=/i);
    }
  });
}
