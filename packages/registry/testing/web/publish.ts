import assert from "node:assert/strict";
import { packArchive } from "@svc/scorecard/archive";
import type { Permissions } from "@svc/core/permission";
import type { ConfirmResponse } from "@svc/core/wire";
import type { TestRegistry } from "../../testing.ts";
import { SAMPLE_DESCRIPTOR } from "./sample.ts";

/** What a test publishes. */
export interface Publication {
  /** `@collective/name` */
  name: string;
  version: string;
  description: string;
  readme: string;
  /** Extensions it needs. */
  dependencies?: string[];
  /** Those of the sample unless given. */
  permissions?: Permissions;
  /** Types that it adds to. */
  grafts?: readonly string[];
  /** Further files by path, or others instead of the usual ones. */
  files?: Readonly<Record<string, string | Uint8Array>>;
}

const MODEL = `/** Lists repositories. @module */

/** The behavior type. */
export const model: { type: string; version: string } = {
  type: "@ada/repo-insight",
  version: "2026.11.20.3",
};
`;

/** Publishes an extension as its owner, through announcement, upload and confirmation; or stages it. */
export async function publish(
  registry: TestRegistry,
  cookie: string,
  publication: Publication,
  last: "confirm" | "stage" = "confirm",
): Promise<ConfirmResponse> {
  const { name, version, description, readme, dependencies = [], grafts = [] } = publication;
  const { permissions = SAMPLE_DESCRIPTOR.permissions } = publication;
  const binaries = Object.keys(publication.files ?? {}).filter((path) =>
    !/\.(ts|json|md|yaml|txt)$/.test(path)
  );
  const owner = name.slice(0, name.indexOf("/") + 1);
  const manifest = [
    "manifestVersion: 1",
    `name: "${name}"`,
    `version: "${version}"`,
    `description: ${JSON.stringify(description)}`,
    "license: Apache-2.0",
    "models: [insight.ts]",
    "reports: [daily.ts]",
    "additionalFiles: [README.md]",
    `binaries: ${JSON.stringify(binaries.map((path) => path.replace("files/", "")))}`,
    `dependencies: ${JSON.stringify(dependencies)}`,
    `permissions: ${JSON.stringify(permissions)}`,
  ].join("\n");
  const descriptor = JSON.stringify({
    ...SAMPLE_DESCRIPTOR,
    permissions,
    grafts: grafts.map((type) => ({ file: "insight.ts", type, dataOutputSpecs: [], methods: [] })),
  });
  const files: Record<string, string | Uint8Array> = {
    "manifest.yaml": manifest,
    "models/insight.ts": MODEL,
    "reports/daily.ts": MODEL,
    "files/README.md": readme,
    "descriptor.json": descriptor.replaceAll("@acme/", owner),
    ...publication.files,
  };
  const archive = await packArchive(
    Object.entries(files).map(([path, content]) => ({
      path,
      bytes: typeof content === "string" ? new TextEncoder().encode(content) : content,
    })),
  );
  const announcement = {
    name,
    version,
    description,
    dependencies: [],
    platforms: [],
    labels: ["code-hosting"],
  };
  const { uploadUrl } = await post<{ uploadUrl: string }>(registry, "push", cookie, announcement);
  const upload = await registry.request(uploadUrl, {
    method: "PUT",
    body: archive as Uint8Array<ArrayBuffer>,
  });
  assert.ok(upload.ok, await upload.text());
  return await post<ConfirmResponse>(registry, last, cookie, announcement);
}

async function post<Result>(
  registry: TestRegistry,
  action: string,
  cookie: string,
  body: unknown,
): Promise<Result> {
  const response = await registry.request(`/api/v1/extensions/${action}`, {
    method: "POST",
    headers: {
      cookie,
      "content-type": "application/json",
      origin: registry.services.config.baseUrl,
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  assert.ok(response.ok, text);
  return JSON.parse(text) as Result;
}
