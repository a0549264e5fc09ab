import assert from "node:assert/strict";
import { packArchive } from "@svc/scorecard/archive";
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
}

const MODEL = `/** Lists repositories. @module */

/** The behavior type. */
export const model: { type: string; version: string } = {
  type: "@ada/repo-insight",
  version: "2026.11.20.3",
};
`;

/** Publishes an extension as its owner, through announcement, upload and confirmation. */
export async function publish(
  registry: TestRegistry,
  cookie: string,
  publication: Publication,
): Promise<ConfirmResponse> {
  const { name, version, description, readme } = publication;
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
    `permissions: ${JSON.stringify(SAMPLE_DESCRIPTOR.permissions)}`,
  ].join("\n");
  const text = (path: string, content: string) => ({
    path,
    bytes: new TextEncoder().encode(content),
  });
  const archive = await packArchive([
    text("manifest.yaml", manifest),
    text("models/insight.ts", MODEL),
    text("reports/daily.ts", MODEL),
    text("files/README.md", readme),
    text("descriptor.json", JSON.stringify(SAMPLE_DESCRIPTOR).replaceAll("@acme/", owner)),
  ]);
  const announcement = {
    name,
    version,
    description,
    dependencies: [],
    platforms: [],
    labels: ["code-hosting"],
  };
  const { uploadUrl } = await post<{ uploadUrl: string }>(registry, "push", cookie, announcement);
  const upload = await registry.request(new URL(uploadUrl).pathname + new URL(uploadUrl).search, {
    method: "PUT",
    body: archive as Uint8Array<ArrayBuffer>,
  });
  assert.ok(upload.ok, await upload.text());
  return await post<ConfirmResponse>(registry, "confirm", cookie, announcement);
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
