import { SvcError } from "@svc/core/error";
import { permissionProblem } from "@svc/core/permission";

/** A permission that the sandbox refused. */
interface Denial {
  kind: string;
  target: string;
}

/** What Deno's refusal in `message` was about, or undefined when it is none. */
export function denialIn(message: string): Denial | undefined {
  const match = /Requires (\w+) access to (?:"([^"]*)"|<?([\w ]+)>?)/.exec(message);
  return match ? { kind: match[1]!, target: match[2] ?? match[3] ?? "" } : undefined;
}

/**
 * The error of a run that asked for a permission it was not granted, with the manifest line that
 * would grant it.
 */
export function permissionDenied(
  denial: Denial,
  about: { type: string; manifest: string | undefined; root: string },
): SvcError {
  const entry = manifestEntry(denial, about.root);
  const line = entry === undefined
    ? undefined
    : `permissions:\n    ${denial.kind}:\n      - ${quoted(entry)}`;
  const where = about.manifest ?? "the extension's manifest.yaml";
  return new SvcError(
    "permission_denied",
    `${about.type} asked for ${denial.kind} access to ${denial.target}, which its manifest does not declare`,
    {
      hint: line === undefined
        ? "The sandbox grants this to no extension."
        : `If it should have it, add to ${where}:\n  ${line}`,
    },
  );
}

function manifestEntry(denial: Denial, root: string): string | undefined {
  switch (denial.kind) {
    case "net":
      return denial.target.replace(/:(443|80)$/, "");
    case "data":
      // A type may be spelled as no entry can be; only all types cover it then.
      return permissionProblem("data", denial.target) === undefined ? denial.target : "*";
    case "env":
    case "sys":
      return denial.target;
    case "run":
      return denial.target.slice(denial.target.lastIndexOf("/") + 1);
    case "read":
    case "write":
      return denial.target.startsWith(`${root}/`) && !denial.target.startsWith(`${root}/.svc/`)
        ? denial.target.slice(root.length + 1)
        : denial.target.startsWith("/")
        ? undefined
        : denial.target;
    default:
      return undefined;
  }
}

function quoted(entry: string): string {
  return /^[\w.-]+$/.test(entry) ? entry : JSON.stringify(entry);
}
