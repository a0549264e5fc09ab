import { bundle } from "../extension/bundle/bundle.ts";
import { entryPoints } from "../extension/describe/describe.ts";
import { sha256Hex } from "../base/files/digest.ts";
import type { VerifiedExtension } from "../consent/installed/extension.ts";
import { collectSources } from "../extension/sources/collect.ts";
import { manifestText, temporaryFolder, writeFiles } from "./extension.ts";

/** Bundling takes longer than most tests, and many tests of a file verify the same sources. */
const verifiedBySources = new Map<string, VerifiedExtension>();

/** An extension as it comes out of a verified archive, with the lock that a push makes. */
export async function verifiedExtension(
  model: string,
  options: {
    name?: string;
    version?: string;
    manifest?: string;
    files?: Record<string, string>;
  } = {},
): Promise<VerifiedExtension> {
  const text = manifestText(options.manifest ?? "")
    .replace(/^name: .*$/m, `name: "${options.name ?? "@acme/greeter"}"`)
    .replace(/^version: .*$/m, `version: ${options.version ?? "2026.01.02.3"}`);
  const sources = { "manifest.yaml": text, "greeter.ts": model, ...options.files };
  const key = JSON.stringify(sources);
  const verified = verifiedBySources.get(key) ?? await verify(sources);
  verifiedBySources.set(key, verified);
  const { manifest, files, checksum } = verified;
  return { manifest: structuredClone(manifest), files: new Map(files), checksum };
}

async function verify(sources: Record<string, string>): Promise<VerifiedExtension> {
  await using folder = await temporaryFolder();
  await writeFiles(folder.path, sources);
  const { manifest, files } = await collectSources(`${folder.path}/manifest.yaml`);
  const published = new Map<string, { bytes: Uint8Array; executable?: boolean }>(files);
  // Where nothing is imported of a package, the lock has none.
  const imports = Object.values(sources).some((text) => text.includes('"npm:'));
  const entries = entryPoints(manifest).map(({ kind, file }) => `${kind}/${file}`);
  const { lock } = await bundle(files, imports ? entries : []);
  published.set("bundle.lock.json", { bytes: lock });
  const checksum = await sha256Hex(sources["manifest.yaml"]! + sources["greeter.ts"]!);
  return { manifest, files: published, checksum };
}
