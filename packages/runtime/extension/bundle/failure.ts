import { type ErrorDetail, reasonHint, reasonOf, SvcError } from "@svc/core/error";
import { absolutePath, relativeInside } from "../../base/files/path.ts";
import { readTextIfPresent } from "../../base/files/read.ts";
import { plainText } from "../../base/process/deno_text.ts";
import type { Bundler } from "./bundler.ts";
import { type BundlerError, UNPREPARED } from "./bundler/task.ts";
import { nativeAddon } from "./native.ts";
import { outside } from "./containment.ts";
import { ELSEWHERE, sourceName } from "./source_map.ts";
import { packageRegistry, wantsLogin } from "./registry.ts";

/** True when the bundler says only that it may not read a package, as it is told while fetching. */
export function isClosedPackage(
  { text }: BundlerError,
  { isPackage }: Pick<Bundler, "isPackage">,
): boolean {
  const path = deniedPath(text);
  return path !== undefined && isPackage(path);
}

/** True when the bundler says that a file of a package is not there. */
export function isMissingFile({ text }: BundlerError): boolean {
  return packagedFile(plainText(text)) !== undefined;
}

/**
 * A problem of the bundler as the refusal of an extension.
 *
 * @param folder absolute; its `extension/` holds the published files
 * @param frozen true when the dependencies are those of a published lock
 */
export async function bundleError(
  problem: BundlerError,
  folder: string,
  frozen: boolean,
): Promise<SvcError> {
  const text = plainText(problem.text).replaceAll(`file://${folder}/`, "")
    .replaceAll(`${folder}/`, "").replaceAll("extension/", "");
  const place = await writtenPlace(placeOf(problem, text, folder), text, folder);
  const kindless = kindlessFile(problem.text, folder);
  const denied = deniedPath(problem.text) ?? (kindless === ELSEWHERE ? "a package" : undefined);
  if (denied !== undefined) return outside(place ?? denied, "imports a file");
  if (frozen && isLockProblem(text)) {
    return new SvcError(
      "bundle_failed",
      "The sources need dependencies that bundle.lock.json does not name",
      {
        hint: "The archive was not made by 'svc extension push'. Ask its publisher to push again.",
      },
    );
  }
  const plain = kindless === undefined
    ? wordsOf(text)
    : `${kindless} is neither code nor JSON, but is imported`;
  const native = nativeAddon(plain, [place ?? "", /npm:\S+/.exec(plain)?.[0] ?? ""]);
  const what = native ?? plain;
  const details: ErrorDetail[] = place === undefined ? [] : [{ path: place, message: what }];
  return new SvcError(
    "bundle_failed",
    `The extension cannot be bundled: ${place === undefined ? "" : `${place}: `}${what}`,
    {
      details,
      hint: native !== undefined
        ? undefined
        : kindless === undefined || frozen
        ? await hintOf(text, frozen)
        : KINDLESS_HINT,
    },
  );
}

const KINDLESS_HINT = 'Import it with { type: "text" }.';

/**
 * The line of an extension's file that names what is at fault. The bundler counts the lines of what it
 * made of a file, without its comments and with much beside, so that a line may not be there.
 */
async function writtenPlace(
  place: string | undefined,
  text: string,
  folder: string,
): Promise<string | undefined> {
  const file = place?.replace(/:\d+$/, "");
  const named = /["']([^"'\n]+)["']/.exec(text)?.[1];
  if (file === undefined || file.startsWith("npm:")) return place;
  const source = await readTextIfPresent(`${folder}/extension/${file}`).catch(() => undefined);
  if (source === undefined) return place;
  const lines = source.split("\n");
  const names = named === undefined
    ? []
    : ["", "npm:"].flatMap((of) => [`"${of}${named}"`, `'${of}${named}'`]);
  const at = lines.findIndex((line) => names.some((name) => line.includes(name)));
  if (at !== -1) return `${file}:${at + 1}`;
  return Number(place!.slice(file.length + 1)) > lines.length ? file : place;
}

/** What is wrong, in a line. */
function wordsOf(text: string): string {
  const remote = remoteModule(text);
  if (remote !== undefined) return `${remote} could not be fetched`;
  const address = webModule(text);
  if (address !== undefined) {
    return `${address} could not be fetched: ${
      new URL(address).host
    } did not return it or could not be reached`;
  }
  const file = packagedFile(text);
  if (file !== undefined) {
    return `npm:${file} is missing: it was not fetched, or was never published`;
  }
  const unfound = /^Could not find constraint '([^']+)'/.exec(text)?.[1];
  if (unfound !== undefined) return `${unfound} could not be fetched`;
  if (text === UNPREPARED) return "its modules cannot be read together";
  return text.split("\n")[0]!.replace(/^error: /, "");
}

async function hintOf(text: string, frozen: boolean): Promise<string> {
  const missing = missingPackage(text) ?? packageOf(packagedFile(text));
  if (missing !== undefined) return await dependencyHint(missing);
  if ((remoteModule(text) ?? webModule(text)) !== undefined) {
    return "Check the name and your network, then try again.";
  }
  if (frozen) return "The published sources are at fault; ask the publisher for a new version.";
  return "Fix the line named above.";
}

/** The file that the bundler's process was not allowed to read. */
function deniedPath(text: string): string | undefined {
  return /Requires read access to "([^"]*)"/.exec(text)?.[1];
}

/**
 * What Deno knows no kind for, such as a `.txt`, or may not read, it leaves to the bundler's
 * program to read, which can open no file: the name of that file, where it is the extension's own or a
 * package's.
 */
function kindlessFile(text: string, folder: string): string | undefined {
  const path = /^Cannot read file "([^"\n]+)"/.exec(text)?.[1];
  return path === undefined ? undefined : sourceName(absolutePath(path, folder), folder);
}

/** `models/x.ts:3`, from the bundler's own field or from its words. */
function placeOf(problem: BundlerError, text: string, folder: string): string | undefined {
  const { file, line } = problem;
  if (file === undefined) return /^\s*at (\S+?:\d+)(?::\d+)?$/m.exec(text)?.[1];
  const path = relativeInside(folder, file) ?? file;
  return `${path.replace(/^extension\//, "").replace(/^.*\/npm\/[^/]+\//, "npm:")}:${line}`;
}

function isLockProblem(text: string): boolean {
  return text === UNPREPARED || /lockfile is out of date/i.test(text);
}

/** A module of jsr or the web that Deno could not load. */
function remoteModule(text: string): string | undefined {
  return /^Do not know how to load path: deno:(\S+)/.exec(text)?.[1];
}

/** A module of the web that Deno could not fetch. */
function webModule(text: string): string | undefined {
  const address = /^Import '(https:\/\/[^']+)' failed/.exec(text)?.[1];
  return address !== undefined && URL.canParse(address) ? address : undefined;
}

/** A file of a package that is not there: `zod/4.6.7/index.js`. */
function packagedFile(text: string): string | undefined {
  return /Cannot find module 'file:\/\/[^']*\/npm\/[^/']+\/([^']+)'/.exec(text)?.[1];
}

/** `zod@4.6.7` of `zod/4.6.7/index.js`. */
function packageOf(file: string | undefined): string | undefined {
  return file === undefined
    ? undefined
    : /^((?:@[^/]+\/)?[^/]+)\/([^/]+)\//.exec(file)?.slice(1).join("@");
}

/** A package that the registry does not have, or did not give. */
function missingPackage(text: string): string | undefined {
  return [
    /Could not find constraint '([^']+)'/,
    /npm package '([^']+)' does not exist/,
    /Failed loading \S+ for package "([^"]+)"/,
  ].map((pattern) => pattern.exec(text)?.[1]).find((name) => name !== undefined);
}

/**
 * What to do when a dependency could not be had. Deno reports a package that does not exist and one
 * it could not ask for in the same words, so the registry is asked once whether it answers.
 */
async function dependencyHint(dependency: string): Promise<string> {
  const registry = await packageRegistry();
  try {
    const answer = await fetch(registry, { method: "HEAD", signal: AbortSignal.timeout(3000) });
    await answer.body?.cancel();
    if (await wantsLogin(registry)) {
      const place = registry.replace(/^https?:/, "").replace(/\/?$/, "/");
      return `${registry} wants a login: a line '${place}:_authToken=…' in ~/.npmrc sets it, ` +
        `as for npm.`;
    }
    return `Check the name and version of ${dependency} on ${registry}.`;
  } catch (error) {
    const reason = reasonOf(error, (name) => Deno.env.get(name));
    const hint = reasonHint(reason);
    if (hint !== undefined) return `${registry} cannot be asked: ${reason}. ${hint}`;
    return `${registry} does not answer. Connect to the network and try again.`;
  }
}
