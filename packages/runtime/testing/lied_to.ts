// Does with one extension what asks the package registry: describes it and, if told to, checks its types.
// Prints, as JSON, its bundle and the outcome of the check.
import { parseManifest } from "@svc/core/manifest";
import { describeExtension } from "../extension/describe/describe.ts";
import { checkTypes } from "../extension/type_check/mod.ts";
import { manifestText } from "./extension.ts";

/** What the extension's model is. */
export interface LiedToTask {
  model: string;
  checkTypes: boolean;
}

/** What came of it. */
export interface LiedTo {
  bundle: string;
  types?: string;
}

if (import.meta.main) {
  const { model, checkTypes: alsoTypes } = JSON.parse(Deno.args[0]!) as LiedToTask;
  const manifest = manifestText();
  const encode = (text: string) => ({ bytes: new TextEncoder().encode(text) });
  const path = "models/greeter.ts";
  const files = new Map([["manifest.yaml", encode(manifest)], [path, encode(model)]]);
  const { bundles } = await describeExtension(files, parseManifest(manifest, "manifest.yaml"));
  const told: LiedTo = { bundle: bundles.get(path)!.code };
  if (alsoTypes) told.types = (await checkTypes(files, [path])).outcome;
  await Deno.stdout.write(new TextEncoder().encode(JSON.stringify(told)));
}
