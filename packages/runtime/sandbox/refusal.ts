import type { ErrorCode, SvcError } from "@svc/core/error";
import { permissionProblem } from "@svc/core/permission";
import { denialIn, permissionDenied } from "./denial.ts";
import type { Denial, DenialAbout } from "./denied_grant.ts";
import type { Refused } from "./refused.ts";

/** The codes of what an extension's own code threw. */
const FAILED: readonly ErrorCode[] = ["run_failed", "vault_failed", "datastore_failed"];

/**
 * The failure of a method or provider that the sandbox had refused something, as a refusal that names all of it. A
 * variable that was read as unset counts when its own words name it and it could be granted.
 */
export function withRefusals(
  failure: SvcError,
  refused: Refused,
  about: DenialAbout,
  redactor: { text(text: string): string },
): SvcError {
  if (!FAILED.includes(failure.code) && !refused.isOwn(failure)) return failure;
  const own = denialIn(failure.message);
  const asked = [...refused.texts].flatMap((text) => denialIn(text) ?? []);
  // A refusal that only the failure tells of was made where nobody watches, such as a worker.
  if (own !== undefined) asked.push(own);
  const denials = [...asked, ...refused.denials, ...missedVariables(failure, refused, about)]
    .map((one) => shownTo(one, redactor));
  if (denials.length === 0) return failure;
  const words = own !== undefined || refused.isOwn(failure) ? {} : { words: failure.message };
  // Deno's advice is for who starts Deno.
  const details = failure.details?.map(({ path, message }) => ({
    path,
    message: message.replace(/, run again with the --allow-\w+ flag/g, ""),
  }));
  return permissionDenied(denials, about, { details, ...words });
}

/** A refusal without what is a secret. */
function shownTo({ kind, target, host }: Denial, redactor: { text(text: string): string }): Denial {
  return {
    kind,
    target: redactor.text(target),
    ...(host === undefined ? {} : { host: redactor.text(host) }),
  };
}

/** What no library asks for by the way, to see where it is: without it a result may lack something. */
const MISSED: readonly string[] = ["net", "run", "write"];

/**
 * What a method was refused that went on and succeeded all the same, for its user; undefined where there
 * is nothing that they could grant.
 */
export function swallowedRefusals(
  { texts }: Pick<Refused, "texts">,
  about: DenialAbout,
  redactor: { text(text: string): string },
): string | undefined {
  const denials = [...texts].flatMap((text) => denialIn(text) ?? [])
    .filter(({ kind }) => MISSED.includes(kind))
    .map((one) => shownTo(one, redactor));
  const { grants, hint = "" } = permissionDenied(denials, withoutFound(about));
  if (grants === undefined) return undefined;
  const [command] = hint.split("\n");
  return `${about.type} was refused ${
    grants.join(" ")
  } and went on without, so its result may lack ` +
    `something. ${command}`;
}

/** What the scan of the code has found beside is for a run that failed. */
function withoutFound(about: DenialAbout): DenialAbout {
  return { ...about, resolved: { ...about.resolved, found: [] } };
}

function missedVariables(failure: SvcError, refused: Refused, about: DenialAbout) {
  const env = about.env ?? ((name: string) => Deno.env.get(name));
  const words = new Set(failure.message.match(/[A-Za-z_][A-Za-z0-9_]*/g));
  return [...refused.variables]
    .filter((name) => words.has(name) && permissionProblem("env", name) === undefined)
    .filter((name) => env(name) !== undefined)
    .map((name) => ({ kind: "env", target: name }));
}
