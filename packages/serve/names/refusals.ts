import { SvcError } from "@svc/core/error";
import { didYouMean } from "@svc/core/text";

/** Something that an operator makes under a name of their choice. */
export interface NamedKind {
  noun: string;
  /** The beginning of its commands, for example `svc schedule`. */
  command: string;
}

/** The refusal of a name that nothing has; it names the nearest of `names`. */
export function unknownName(
  { noun, command }: NamedKind,
  name: string,
  names: readonly string[],
): SvcError {
  return new SvcError("not_found", `There is no ${noun} with that name`, {
    hint: didYouMean(name, names) ?? `'${command} list' shows the ${noun}s of this repository.`,
  });
}

/** The refusal of a name that something has already. */
export function nameTaken({ noun, command }: NamedKind, name: string): SvcError {
  return new SvcError("name_taken", `A ${noun} '${name}' already exists`, {
    hint: `Choose another name, or remove that one: ${command} rm ${name}`,
  });
}

/** The refusal of one more than `most`. */
export function tooMany({ noun, command }: NamedKind, most: number): SvcError {
  return new SvcError("conflict", `There are already ${most} ${noun}s`, {
    hint: `Remove some: ${command} rm <name>`,
  });
}
