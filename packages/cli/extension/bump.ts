import { compareCalVer, nextCalVer } from "@svc/core/calver";
import { SvcError } from "@svc/core/error";
import { parseManifest } from "@svc/core/manifest";
import { isScalar, parseDocument } from "yaml";

/**
 * Writes the version to publish next into a manifest; everything else in it stays as it is written. A
 * version above all published ones stays.
 *
 * @param published the newest published version, if any
 * @returns the version that the manifest had, and the one that it has now
 * @throws SvcError `manifest_invalid`
 */
export async function bumpManifest(
  file: string,
  published: string | undefined,
  today: Date,
) {
  const text = await Deno.readTextFile(file);
  const { version: from } = parseManifest(text, file);
  const isNew = published === undefined || compareCalVer(from, published) > 0;
  const to = isNew ? from : nextCalVer(today, published);
  if (to === from) return { from, to };
  const node = parseDocument(text).get("version", true);
  if (!isScalar(node) || !node.range || !/^(?:PLAIN|QUOTE_)/.test(node.type ?? "")) {
    throw new SvcError(
      "manifest_invalid",
      `${file}: svc cannot update its version`,
      {
        hint: `Write it in the line of its key: version: ${to}`,
      },
    );
  }
  const [begin, end] = node.range;
  const quote = /^["']/.exec(text.slice(begin, end))?.[0] ?? "";
  await Deno.writeTextFile(file, text.slice(0, begin) + quote + to + quote + text.slice(end));
  return { from, to };
}
