import {
  type ErrorBody,
  type ErrorDetail,
  isSvcError,
  messageOf,
  type SvcError,
  systemRefusal,
} from "@svc/core/error";
import { exitCodeOf } from "./exit_code.ts";
import { visibleText } from "@svc/core/text";
import type { Paint } from "./paint.ts";
import { messageText, visibleJson } from "./terminal_text.ts";

/** How a failure is to be shown. */
export interface FailureView {
  json: boolean;
  verbose: boolean;
  paint: Paint;
}

/** A failure as stderr shows it, and the exit code. Anything but a `SvcError` is a bug of ours. */
export function renderFailure(
  given: unknown,
  view: FailureView,
): { text: string; exit: number } {
  const thrown = systemRefusal(given) ?? given;
  if (isSvcError(thrown)) {
    const exit = exitCodeOf(thrown.code);
    return view.json
      ? { text: json(thrown.toJSON()), exit }
      : { text: forPeople(thrown, view), exit };
  }
  const message = messageOf(thrown);
  const stack = view.verbose && thrown instanceof Error ? thrown.stack : undefined;
  const hint = "This is a bug in svc. Run it again with --verbose and report what it prints.";
  if (view.json) {
    return {
      text: json({ error: message, code: "internal", hint, ...(stack ? { stack } : {}) }),
      exit: 1,
    };
  }
  return {
    text: lines(view, `unexpected: ${message}`, stack ? [stack] : [], hint),
    exit: 1,
  };
}

function forPeople(error: SvcError, view: FailureView): string {
  // A message that lists its problems already says each place.
  const places = (error.details ?? [])
    .filter((detail) => !isSaidIn(error.message, detail))
    .map((detail) => `  ${detail.path}: ${detail.message}`);
  const cause = view.verbose && error.cause instanceof Error ? [`  ${error.cause.message}`] : [];
  return lines(view, error.message, [...places, ...cause], error.hint);
}

function isSaidIn(text: string, { path, message }: ErrorDetail): boolean {
  return [
    `${path}: ${message}`,
    `${path} ${message}`,
    `${message} at "${path}"`,
    `${message} (${path})`,
  ].some((said) => text.includes(said));
}

function lines(
  view: FailureView,
  what: string,
  why: readonly string[],
  hint: string | undefined,
): string {
  const { paint } = view;
  // Others wrote parts of these: their colours are written out before ours are added.
  const said = (text: string) => messageText(visibleText(text));
  return [
    `${paint.red(paint.bold("error:"))} ${said(what)}`,
    ...why.map(said),
    ...(hint === undefined ? [] : [`${paint.bold("hint:")} ${said(hint)}`]),
  ].join("\n") + "\n";
}

function json(body: ErrorBody & { stack?: string }): string {
  return visibleJson(JSON.stringify(body, null, 2)) + "\n";
}
