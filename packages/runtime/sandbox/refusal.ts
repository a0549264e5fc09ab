import { type ErrorCode, SvcError } from "@svc/core/error";
import { permissionProblem } from "@svc/core/permission";
import { NATIVE } from "../extension/bundle/native.ts";
import { absolutePath } from "../base/files/path.ts";
import { isElsewhere } from "../extension/scan/needs/elsewhere.ts";
import { causeHint, causeIn, unreachableLine } from "./cause.ts";
import { denialIn, permissionDenied, shownDenial } from "./denial.ts";
import { type Denial, type DenialAbout, grantOf, isMissed } from "./denied_grant.ts";
import type { Refused } from "./refused.ts";

/** The codes of what an extension's own code threw, and of checks that did not pass. */
const FAILED: readonly ErrorCode[] = [
  "run_failed",
  "vault_failed",
  "datastore_failed",
  "validation_failed",
];

/**
 * The failure of a method or provider that the sandbox had refused something, as a refusal that names
 * all of it. A variable that was read as unset counts when its own words name it and it could be
 * granted. What no permission would have prevented, such as a refused connection, comes first, and is
 * no refusal where all that was refused is what libraries look for by the way, or what nobody can
 * grant.
 */
export function withRefusals(
  failure: SvcError,
  refused: Refused,
  about: DenialAbout,
  redactor: { text(text: string): string },
): SvcError {
  if (!FAILED.includes(failure.code) && !refused.isOwn(failure)) return failure;
  // Its loader looked for it in places that no grant would have helped with.
  if (failure.message.includes(NATIVE)) return failure;
  const own = denialIn(failure.message);
  const asked = [...refused.texts].flatMap((text) => denialIn(text) ?? [])
    .filter(({ kind, target }) => !isElsewhere({ kind, entry: target }));
  // A refusal that only the failure tells of was made where nobody watches, such as a worker.
  if (own !== undefined) asked.push(own);
  const missed = missedVariables(failure, refused, about);
  const isHomeless = missed.some(({ target }) => HOMES.includes(target));
  const isOwn = own !== undefined || refused.isOwn(failure);
  const shown = isOwn ? failure : withCause(failure, refused, redactor);
  const isCaused = !isOwn && (shown !== failure || causeIn(failure.message) !== undefined);
  const denials = [...asked, ...refused.denials, ...missed]
    .filter((one) => !isHomeless || !isOfUnset(one))
    .filter((one) => !isCaused || !isAbsent(one, about))
    .map((one) => shownTo(one, redactor));
  if (denials.length === 0) return shown;
  const details = failure.details?.map(({ path, message }) => {
    const denial = denialIn(message);
    return { path, message: denial === undefined ? message : shownDenial(denial, about) };
  });
  if (isOwn) return permissionDenied(denials, about, { details });
  const isGrantable = denials.some((one) => grantOf(one, about) !== undefined);
  if (isGrantable && !isCaused) {
    return permissionDenied(denials, about, { details, words: failure.message });
  }
  const isAsked = isGrantable &&
    denials.some((one) => one.kind === "data" || isMissed(one));
  const told = permissionDenied(denials, isAsked ? about : withoutFound(about), {
    details,
    cause: shown.message,
  });
  if (isAsked) return told;
  const hint = hintOfCause(failure, refused) ?? (isGrantable ? told : failure).hint;
  return new SvcError(failure.code, told.message, { hint, details });
}

/** The failure with which hosts were not reached before, where its own words do not say why it came. */
function withCause(
  failure: SvcError,
  refused: Refused,
  redactor: { text(text: string): string },
): SvcError {
  if (causeIn(failure.message) !== undefined) return failure;
  const lines = [...refused.unreachable].flatMap((text) =>
    unreachableLine(redactor.text(text)) ?? []
  );
  if (lines.length === 0) return failure;
  const { code, message, details, cause } = failure;
  return new SvcError(code, [...lines.slice(0, NAMED), message].join("\n"), {
    cause,
    hint: hintOfCause(failure, refused) ?? failure.hint,
    details,
  });
}

/** What to do where hosts were not reached. */
function hintOfCause({ message }: SvcError, { unreachable }: Refused): string | undefined {
  return causeHint([message, ...unreachable].join("\n"));
}

/** Hosts named that were not reached, at most. */
const NAMED = 3;

/** A refusal without what is a secret. */
function shownTo({ kind, target, host }: Denial, redactor: { text(text: string): string }): Denial {
  return {
    kind,
    target: redactor.text(target),
    ...(host === undefined ? {} : { host: redactor.text(host) }),
  };
}

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
    .filter(isMissed)
    .map((one) => shownTo(one, redactor));
  const { grants, hint = "" } = permissionDenied(denials, withoutFound(about));
  if (grants === undefined) return undefined;
  const [command] = hint.split("\n");
  return `${about.type} was denied ${
    grants.join(" ")
  } and continued without it, so its result may lack ` +
    `something. ${command}`;
}

/** What the scan of the code has found beside is for a run that failed. */
function withoutFound(about: DenialAbout): DenialAbout {
  return { ...about, resolved: { ...about.resolved, found: [] } };
}

/** `${undefined}/x`: what was refused is a path that an unset variable would have begun. */
function isOfUnset({ kind, target }: Denial): boolean {
  return (kind === "read" || kind === "write") && OF_UNSET.test(target);
}

/** True for a read that would have found nothing: it is not why a host was not reached. */
function isAbsent({ kind, target }: Denial, { repository }: DenialAbout): boolean {
  if (kind !== "read") return false;
  try {
    Deno.lstatSync(absolutePath(target, repository.root));
    return false;
  } catch (error) {
    return error instanceof Deno.errors.NotFound;
  }
}

const OF_UNSET = /^undefined(?:\/|$)/;

/**
 * Variables that it took for unset: those that its words name, those of homes that a path began with, and
 * those of proxies where a host was not reached.
 */
function missedVariables(failure: SvcError, refused: Refused, about: DenialAbout) {
  const env = about.env ?? ((name: string) => Deno.env.get(name));
  const words = new Set(failure.message.match(/[A-Za-z_][A-Za-z0-9_]*/g));
  const ofPath = [...refused.texts, failure.message].some((text) =>
    OF_UNSET.test(denialIn(text)?.target ?? "")
  );
  const ofHost = causeIn(failure.message) !== undefined;
  return [...refused.variables]
    .filter((name) =>
      words.has(name) || (ofPath && HOMES.includes(name)) || (ofHost && PROXIES.test(name))
    )
    .filter((name) => permissionProblem("env", name) === undefined && env(name) !== undefined)
    .map((name) => ({ kind: "env", target: name }));
}

/** Variables of proxies, which the libraries that ask with Node's modules look for by themselves. */
const PROXIES = /^(?:https?|all|no)_proxy$/i;

/** Variables that hold the path of a folder of the person's. */
const HOMES: readonly string[] = ["HOME", "USERPROFILE", "XDG_CONFIG_HOME", "APPDATA"];
