import { type ErrorDetail, SvcError } from "@svc/core/error";
import { relativeInside } from "../files/path.ts";
import { plainText } from "../process/deno_text.ts";
import type { Bundler } from "./bundler.ts";
import { type BundlerError, UNPREPARED } from "./bundler/task.ts";
import { outside } from "./containment.ts";
import { dependencyHint } from "./dependency_hint.ts";

/** True when the bundler says only that it may not read a package, as it is told while fetching. */
export function isClosedPackage({ text }: BundlerError, { isPackage }: Bundler): boolean {
  const path = deniedPath(text);
  return path !== undefined && isPackage(path);
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
  const place = placeOf(problem, text, folder);
  const denied = deniedPath(problem.text);
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
  const remote = /^Do not know how to load path: deno:(\S+)/.exec(text)?.[1];
  const what = remote === undefined
    ? text.split("\n")[0]!.replace(/^error: /, "")
    : `${remote} could not be fetched`;
  const details: ErrorDetail[] = place === undefined ? [] : [{ path: place, message: what }];
  const missing = missingPackage(text);
  return new SvcError(
    "bundle_failed",
    `The extension cannot be bundled: ${place === undefined ? "" : `${place}: `}${what}`,
    {
      details,
      hint: remote !== undefined
        ? "Check the address and your network, then try again."
        : missing !== undefined
        ? await dependencyHint(missing)
        : frozen
        ? "The published sources are at fault; ask the publisher for a new version."
        : "Fix the line named above.",
    },
  );
}

/** The file that the bundler's process was not allowed to read. */
function deniedPath(text: string): string | undefined {
  return /Requires read access to "([^"]*)"/.exec(text)?.[1];
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

function missingPackage(text: string): string | undefined {
  const found = /Could not find constraint '([^']+)'|npm package '([^']+)' does not exist/.exec(
    text,
  );
  return found?.[1] ?? found?.[2];
}
