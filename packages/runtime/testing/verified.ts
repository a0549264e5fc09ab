import { describeExtension } from "../describe/describe.ts";
import { sha256Hex } from "../files/digest.ts";
import type { VerifiedExtension } from "../installed/extension.ts";
import { collectSources } from "../sources/collect.ts";
import { manifestText, temporaryFolder, writeFiles } from "./extension.ts";

/** An extension as it comes out of a verified archive, with the lock that a push makes. */
export async function verifiedExtension(
  model: string,
  options: { version?: string; manifest?: string; files?: Record<string, string> } = {},
): Promise<VerifiedExtension> {
  await using folder = await temporaryFolder();
  const text = manifestText(options.manifest ?? "")
    .replace(/^version: .*$/m, `version: ${options.version ?? "2026.01.02.3"}`);
  await writeFiles(folder.path, { "manifest.yaml": text, "greeter.ts": model, ...options.files });
  const { manifest, files } = await collectSources(`${folder.path}/manifest.yaml`);
  const { lock, descriptor } = await describeExtension(files, manifest);
  const published = new Map<string, { bytes: Uint8Array; executable?: boolean }>(files);
  published.set("bundle.lock.json", { bytes: lock });
  published.set("descriptor.json", {
    bytes: new TextEncoder().encode(JSON.stringify(descriptor)),
  });
  return { manifest, files: published, checksum: await sha256Hex(text + model) };
}
