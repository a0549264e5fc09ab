import { SvcError } from "@svc/core/error";
import { didYouMean } from "@svc/core/text";

/** Something that an operator makes under a name of their choice. */
export interface NamedKind {
  noun: string;
  /** The beginning of its commands, for example `svc schedule`. */
  command: string;
}

interface Named {
  name: string;
}

/**
 * The one of a name, of those that are visible.
 *
 * @throws SvcError `not_found` naming the nearest that is visible: what is not is as if it were not there
 */
export function findNamed<One extends Named>(
  { noun, command }: NamedKind,
  all: readonly One[],
  name: string,
  isVisible: (one: One) => boolean = () => true,
): One {
  const visible = all.filter(isVisible);
  const found = visible.find((one) => one.name === name);
  if (found !== undefined) return found;
  const nearest = didYouMean(name, visible.map((one) => one.name));
  throw new SvcError("not_found", `There is no ${noun} with that name`, {
    hint: nearest ?? `'${command} list' shows the ${noun}s of this repository.`,
  });
}

/** Ones of a kind that a repository may have. */
const MOST = 1000;

/** @throws SvcError `name_taken`; `conflict` when there are too many */
export function assertNew({ noun, command }: NamedKind, all: readonly Named[], name: string): void {
  if (all.some((one) => one.name === name)) {
    throw new SvcError("name_taken", `A ${noun} '${name}' already exists`, {
      hint: `Choose another name, or remove that one: ${command} rm ${name}`,
    });
  }
  if (all.length < MOST) return;
  throw new SvcError("conflict", `There are already ${MOST} ${noun}s`, {
    hint: `Remove some: ${command} rm <name>`,
  });
}
