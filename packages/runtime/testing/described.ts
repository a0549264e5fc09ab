// Describes extensions that have a model `greeter.ts` each and prints, as JSON, the outcome of each:
// what would be published or kept, or the refusal.
import { sideBySide } from "@svc/core/parallel";
import { isSvcError } from "@svc/core/error";
import { parseManifest } from "@svc/core/manifest";
import { describeExtension } from "../extension/describe/describe.ts";
import { manifestText } from "./extension.ts";

/** The files of each extension below `models/`, by any name. */
export interface DescribeTask {
  models: Record<string, Record<string, string>>;
}

/** The outcome of one of them. */
export interface Described {
  /** Descriptor, lock, bundle and source map. */
  published?: string;
  /** The refusal with all it says. */
  refused?: string;
}

if (import.meta.main) {
  const { models } = JSON.parse(Deno.args[0]!) as DescribeTask;
  const answers: Record<string, Described> = {};
  // Much of the time is spent waiting for processes to start.
  await sideBySide(Object.entries(models), async ([name, model]) => {
    answers[name] = await described(model);
  });
  await Deno.stdout.write(new TextEncoder().encode(JSON.stringify(answers)));
}

async function described(model: Record<string, string>): Promise<Described> {
  const encode = (text: string) => ({ bytes: new TextEncoder().encode(text) });
  const manifest = manifestText();
  const files = new Map([["manifest.yaml", encode(manifest)]]);
  for (const [path, text] of Object.entries(model)) files.set(`models/${path}`, encode(text));
  try {
    const { descriptor, lock, bundles } = await describeExtension(
      files,
      parseManifest(manifest, "manifest.yaml"),
    );
    const text = new TextDecoder().decode(lock);
    return { published: JSON.stringify([descriptor, text, ...bundles]) };
  } catch (error) {
    if (!isSvcError(error)) throw error;
    return { refused: JSON.stringify([error.toJSON(), error.message, error.hint]) };
  }
}
