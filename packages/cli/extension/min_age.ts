import { SvcError } from "@svc/core/error";
import type { VersionEntry } from "@svc/core/wire";
import { parseAge } from "@svc/runtime/duration";
import { readMinAge, type Repository } from "@svc/runtime/repository";
import type { Caller } from "../client/caller.ts";
import { text } from "../frame/command.ts";
import { getVersions } from "./find.ts";

/** How old a version has to be before it is installed: time for others to find what is wrong with it. */
export interface MinAge {
  /** As it was written: `7d`. */
  text: string;
  /** Versions published after this are too young. */
  cutoff: Date;
}

/** The option of the commands that choose versions. */
export const MIN_AGE = text("<age>", "Only versions at least this old, such as 7d; 0 for any", {
  defaultText: "minAge in .svc.yaml",
});

/** Versions on a page, and pages that are looked through for one that is old enough. */
const PAGE = 100;
const PAGES = 20;

/**
 * The age that an option asks for, else the repository for everybody who works in it.
 *
 * @throws SvcError `invalid_argument` for what is not an age; `validation_failed` when the repository's is
 *   none
 */
export async function minAgeOf(
  option: string | undefined,
  repository: Repository,
  now = new Date(),
): Promise<MinAge | undefined> {
  const text = option ?? await readMinAge(repository);
  if (text === undefined) return undefined;
  const milliseconds = parseAge(text, option === undefined ? "minAge" : "--min-age");
  if (milliseconds === 0) return undefined;
  return { text: text.trim(), cutoff: new Date(now.getTime() - milliseconds) };
}

/** The newest version of a channel that is old enough, and the newer ones that were passed over. */
export async function oldEnough(
  caller: Caller,
  name: string,
  channel: string,
  { cutoff }: MinAge,
): Promise<{ version: string | undefined; passedOver: VersionEntry[] }> {
  const passedOver: VersionEntry[] = [];
  for (let page = 1; page <= PAGES; page++) {
    const { versions } = await getVersions(caller, name, {
      channel: [channel],
      page,
      perPage: PAGE,
    });
    for (const entry of versions) {
      if (entry.yankedAt !== null) continue;
      if (new Date(entry.publishedAt) <= cutoff) return { version: entry.version, passedOver };
      passedOver.push(entry);
    }
    if (versions.length < PAGE) break;
  }
  return { version: undefined, passedOver };
}

/** The refusal of what is not old enough yet. */
export function tooYoung(
  name: string,
  { text }: MinAge,
  { version, publishedAt }: { version: string; publishedAt: Date | undefined },
): SvcError {
  const when = publishedAt === undefined
    ? "the registry does not say when it was published"
    : `it was published on ${publishedAt.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  return new SvcError(
    "rule_refused",
    `${name} ${version} is not known to be ${text} old: ${when}`,
    { hint: `Wait, or take it now: svc extension pull ${name}@${version} --min-age 0` },
  );
}
