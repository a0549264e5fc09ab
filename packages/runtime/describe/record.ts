import type { ModelDescriptor } from "@svc/core/descriptor";
import type { Permissions } from "@svc/core/permission";
import { normalizeType } from "@svc/core/type";
import { sha256Hex } from "../files/digest.ts";
import { writeAtomic } from "../files/write.ts";
import type { DescribedExtension } from "./describe.ts";

/** Where a type comes from. */
export type TypeOrigin = "builtin" | "local" | "pulled";

/** What is known of a type on this machine; written when its extension is bundled. */
export interface TypeRecord {
  model: ModelDescriptor;
  /** What it asks for. What it may do is for the person's consent to say. */
  permissions: Permissions;
  origin: TypeOrigin;
  /** Name of its extension, when it has one. */
  extension?: string;
  /** Version of its extension. */
  extensionVersion?: string;
  /** Folder of its bundle, relative to `.svc`, or absolute for a built-in type. */
  folder: string;
  /** File of the bundle in that folder. */
  bundle: string;
  /** SHA-256 of the bundle in hexadecimal; a built-in type has none. */
  bundleDigest?: string;
  /** Folder of its `additionalFiles`, relative to the repository. */
  files?: string;
  /** File that declares its permissions, relative to the repository, for error messages. */
  manifest?: string;
}

/**
 * Writes the bundles of an extension into `folder`, and returns the record of each of its types by
 * normalized type.
 *
 * @param folder absolute
 * @param about what the records say beside the model and its bundle
 */
export async function writeBundles(
  folder: string,
  described: Pick<DescribedExtension, "descriptor" | "bundles">,
  about: Omit<TypeRecord, "model" | "permissions" | "bundle" | "bundleDigest">,
): Promise<Map<string, TypeRecord>> {
  await Deno.mkdir(folder, { recursive: true });
  const digests = new Map<string, string>();
  for (const [entry, bundle] of described.bundles) {
    const name = bundleName(entry);
    // Not written through what may stand there: a link that came with a repository.
    await writeAtomic(`${folder}/${name}`, bundle.code);
    await writeAtomic(`${folder}/${name}.map`, bundle.map);
    digests.set(name, await sha256Hex(bundle.code));
  }
  return new Map(described.descriptor.models.map((model) => {
    const bundle = bundleName(`models/${model.file}`);
    const record: TypeRecord = {
      model,
      permissions: described.descriptor.permissions,
      bundle,
      bundleDigest: digests.get(bundle)!,
      ...about,
    };
    return [normalizeType(model.type), record];
  }));
}

/** `models/a/b.ts` → `models-a-b.js`, flat, as a bundle needs no neighbours. */
function bundleName(entry: string): string {
  return `${entry.replaceAll("%", "%25").replaceAll("-", "%2d").replaceAll("/", "-")}.js`;
}
