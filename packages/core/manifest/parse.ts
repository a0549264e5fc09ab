import { type Document, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml";
import { type ErrorDetail, SvcError } from "../error/error.ts";
import { assertFlat, isTooDeep, nestedTooDeeply } from "../json/nesting.ts";
import { type Manifest, manifestSchema } from "./schema.ts";

/**
 * Reads `manifest.yaml`, version 1. Unknown keys are dropped, as published manifests carry some.
 *
 * @param file the name shown in errors
 * @throws SvcError `manifest_invalid` with each wrong key and its `file:line`;
 *   `manifest_version_unsupported` when `manifestVersion` is not the number 1.
 */
export function parseManifest(text: string, file = "manifest.yaml"): Manifest {
  const lines = new LineCounter();
  const document = parsed(text, lines);
  const fault = document.errors[0];
  if (fault) {
    if (isTooDeep(fault)) throw nestedTooDeeply(fault);
    throw invalid([{
      path: `${file}:${lines.linePos(fault.pos[0]).line}`,
      message: fault.message,
    }]);
  }
  const root = document.contents;
  if (!isMap(root)) throw invalid([{ path: `${file}:1`, message: "must be a YAML mapping" }]);

  const line = (path: readonly PropertyKey[]) => `${file}:${lineOf(root, path, lines)}`;
  const version: unknown = root.get("manifestVersion");
  if (version === undefined) {
    throw invalid([{ path: `${file}:1`, message: "manifestVersion: is missing; write 1" }]);
  }
  if (version !== 1) {
    throw new SvcError(
      "manifest_version_unsupported",
      `${line(["manifestVersion"])}: manifestVersion ${JSON.stringify(version)} is not supported`,
      { hint: "This release reads manifestVersion: 1 (a number). Upgrade svc for a newer format." },
    );
  }
  const checked = manifestSchema.safeParse(unfold(document, file));
  if (checked.success) return checked.data;
  throw invalid(checked.error.issues.map((issue) => ({
    path: line(issue.path),
    message: `${issue.path.join(".") || "manifest"}: ${issue.message}`,
  })));
}

/**
 * The top-level keys of a manifest that version 1 does not have, each with its `file:line`. They are
 * allowed and have no effect, so an author is told: a misspelled key looks like one that works.
 */
export function unknownKeys(text: string, file = "manifest.yaml"): ErrorDetail[] {
  const lines = new LineCounter();
  const root = parseDocument(text, { lineCounter: lines }).contents;
  if (!isMap(root)) return [];
  return root.items.flatMap(({ key }) => {
    if (!isScalar(key) || Object.hasOwn(manifestSchema.shape, String(key.value))) return [];
    return [{
      path: `${file}:${lines.linePos(key.range?.[0] ?? 0).line}`,
      message: `'${key.value}' is not a key of a manifest and has no effect`,
    }];
  });
}

/** The document; the library calls itself for each level. @throws SvcError `nested_too_deeply` */
function parsed(text: string, lines: LineCounter): Document.Parsed {
  try {
    return parseDocument(text, { lineCounter: lines, prettyErrors: false });
  } catch (error) {
    throw isTooDeep(error) ? nestedTooDeeply(error) : error;
  }
}

/** The document as plain values. The library refuses aliases that unfold into a bomb. */
function unfold(document: Document.Parsed, file: string): unknown {
  try {
    return assertFlat(document.toJS());
  } catch (error) {
    throw invalid([{ path: `${file}:1`, message: (error as Error).message }]);
  }
}

function invalid(details: readonly ErrorDetail[]): SvcError {
  const text = details.map((detail) => `  ${detail.path}: ${detail.message}`).join("\n");
  return new SvcError("manifest_invalid", `The manifest is not valid:\n${text}`, {
    hint: "Fix the lines named above; 'svc extension quality' checks again without publishing.",
    details,
  });
}

/** The line of the deepest node that exists on the way to `path`. */
function lineOf(root: Node, path: readonly PropertyKey[], lines: LineCounter): number {
  let node: unknown = root;
  let offset = (root.range ?? [0])[0];
  for (const key of path) {
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && item.key.value === key);
      if (!pair) break;
      offset = (pair.key as Node).range?.[0] ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      const item = node.items[Number(key)] as Node | undefined;
      if (!item) break;
      offset = item.range?.[0] ?? offset;
      node = item;
    }
  }
  return lines.linePos(offset).line;
}
