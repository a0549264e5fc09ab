import { isSvcError, SvcError } from "@svc/core/error";
import { relativeInside } from "@svc/runtime/files";
import type { Finding, Scorecard } from "@svc/core/wire";

/** Tells authors about places in their own files instead of those in the archive. */
export interface AuthorPaths {
  /** `models/x.ts:12` → `extensions/tool/x.ts:12`, relative to the working folder. */
  place(place: string): string;
  /** The same for every place that stands in a text. */
  text(text: string): string;
  findings(findings: readonly Finding[]): Finding[];
  scorecard<Card extends Scorecard>(card: Card): Card;
  /** The same error about the author's files; anything else is given back as it is. */
  error(error: unknown): unknown;
}

/**
 * The places of an extension's files as its author has them.
 *
 * @param files by path relative to `extension/`, each with the absolute path it was read from
 * @param cwd files below it are shown relative to it, others by their absolute path
 */
export function authorPaths(
  files: ReadonlyMap<string, { from: string }>,
  cwd: string,
): AuthorPaths {
  const shown = new Map(
    [...files].map(([key, { from }]) => [key, relativeInside(cwd, from) ?? from]),
  );
  const place = (text: string) => {
    const [, file, line] = /^(.*?)((?::\d+)*)$/s.exec(text)!;
    const own = shown.get(file!);
    return own === undefined ? text : `${own}${line}`;
  };
  // A path ends where no character of a path follows.
  const text = (given: string) =>
    given.replace(/[^\s:"'()]+\.\w+(?=[:\s"'(),;.]|$)/g, (path) => shown.get(path) ?? path);
  const findings = (list: readonly Finding[]) =>
    list.map((finding) => ({ ...finding, place: place(finding.place) }));
  return {
    place,
    text,
    findings,
    scorecard: (card) => ({
      ...card,
      factors: card.factors.map((factor) => ({ ...factor, findings: findings(factor.findings) })),
    }),
    error: (error) =>
      isSvcError(error)
        ? new SvcError(error.code, text(error.message), {
          hint: error.hint,
          details: error.details?.map(({ path, message }) => ({
            path: place(path),
            message: text(message),
          })),
          cause: error.cause,
        })
        : error,
  };
}
