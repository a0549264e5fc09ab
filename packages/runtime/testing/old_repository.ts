import { sha256Hex } from "../base/files/digest.ts";
import { writeFiles } from "./extension.ts";

/** The behavior that an old repository of {@linkcode writeOldRepository} has data of. */
export const OLD_BEHAVIOR = {
  name: "Web-Servers",
  id: "6f1f0a52-6f56-4e3b-9b39-6f1d6c6c7a10",
  type: "@acme/servers",
};

/** A key file as other tools write it, and the secret `of TOKEN` that was made with it. */
const OLD_KEY = "6f1f0a52-6f56-4e3b-9b39-6f1d6c6c7a10b8a7d8a0-7c50-4c1b-8a55-0f4f1b8f2f11";
const OLD_SECRET = JSON.stringify({
  iv: "WIwNElZRRegvR6lb",
  data: "UB2fbRO94CX/aRE1EofHQhYrXFpWZjoZ",
  salt: "fxHV8Zjw9ljOZB6E6YhDaA==",
  version: 2,
});

/** A definition's file as other tools write it. */
export function definitionText(
  { name, id, type }: { name: string; id: string; type: string } = OLD_BEHAVIOR,
  more = "",
): string {
  return `# kept by hand\ntype: "${type}"\ntypeVersion: 2026.01.01.1\nid: ${id}\nname: ${name}\n` +
    `version: 3\ntags:\n  team: web\nglobalArguments:\n  url: \${{ env.ACME_URL }}\n` +
    `methods:\n  list:\n    arguments:\n      page: 2\n` +
    `inputs:\n  properties:\n    page: { type: integer, default: 1 }\n` +
    `checks:\n  skip: [quota]\nreports:\n  require: [cost]\n${more}`;
}

/** `metadata.yaml` of a version with this content. */
export async function metadataText(content: string, more: Record<string, unknown> = {}) {
  const fields = {
    id: "b8a7d8a0-7c50-4c1b-8a55-0f4f1b8f2f11",
    name: "main",
    version: 1,
    contentType: "application/json",
    lifetime: "infinite",
    garbageCollection: 10,
    streaming: false,
    tags: { type: "resource", specName: "server", modelName: OLD_BEHAVIOR.name },
    ownerDefinition: { ownerType: "model-method", ownerRef: OLD_BEHAVIOR.id },
    createdAt: "2026-01-02T03:04:05.000Z",
    size: new TextEncoder().encode(content).length,
    checksum: await sha256Hex(content),
    ...more,
  };
  return Object.entries(fields).map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`).join(
    "",
  );
}

/** A repository as a tool named `tool` leaves it: a behavior with two versions, a vault, sources. */
export async function writeOldRepository(folder: string, tool = "other"): Promise<void> {
  const data = `.${tool}/data/@acme/servers/${OLD_BEHAVIOR.id}/main`;
  await writeFiles(folder, {
    [`.${tool}.yaml`]: `${tool}Version: 1.2.3\ninitializedAt: 2025-05-05T05:05:05.000Z\n` +
      "repoId: 2d4c8e8f-0f0b-4a52-8ddc-0a4a1b2c3d4e\n",
    "models/@acme/servers/web.yaml": definitionText(),
    [`${data}/1/raw`]: '{"state":"new"}',
    [`${data}/1/metadata.yaml`]: await metadataText('{"state":"new"}'),
    [`${data}/2/raw`]: '{"state":"running"}',
    [`${data}/2/metadata.yaml`]: await metadataText('{"state":"running"}', { version: 2 }),
    [`${data}/latest`]: "2",
    "vaults/local_encryption/5b0f8f3e-98a5-4b43-a0a0-1b2c3d4e5f60.yaml":
      "id: 5b0f8f3e-98a5-4b43-a0a0-1b2c3d4e5f60\nname: main\ntype: local_encryption\nconfig: {}\n",
    [`.${tool}/secrets/local_encryption/main/.key`]: OLD_KEY,
    [`.${tool}/secrets/local_encryption/main/TOKEN.enc`]: OLD_SECRET,
    "extensions/models/own.ts": "export const model = {};\n",
    "extensions/models/upstream_extensions.json": JSON.stringify({
      "@acme/servers": { version: "2026.01.01.1", files: [], checksum: "x" },
    }),
    "workflows/workflow-deploy.yaml": "name: deploy\n",
  });
  await Deno.chmod(`${folder}/.${tool}/secrets/local_encryption/main/.key`, 0o600);
}
