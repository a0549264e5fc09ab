import { SvcError } from "@svc/core/error";
import { normalizeType } from "@svc/core/type";
import { writeAtomic } from "../../base/files/write.ts";
import { lockRepository } from "../lock.ts";
import type { Repository } from "../repository.ts";
import type { FoundDefinition } from "./definition.ts";
import { definitionEntries, shownPath } from "./entries.ts";
import { findDefinition } from "./find.ts";
import { inspectDefinition } from "./read.ts";
import { fitting } from "./rewrite.ts";
import { problemText } from "./yaml.ts";

/** `svc behavior edit` (runtime reference 3.2). */
export interface EditResult {
  /** Absolute. */
  path: string;
  status: "updated" | "unchanged";
  name: string;
  type: string;
  editType: "definition";
}

/** A behavior and the text of its file, to be edited. */
export async function definitionText(
  repository: Repository,
  nameOrId: string,
): Promise<{ found: FoundDefinition; text: string }> {
  const found = await findDefinition(repository, nameOrId);
  return { found, text: await Deno.readTextFile(found.path) };
}

/**
 * Puts another text in the place of a behavior's file, byte for byte. The behavior stays what it is:
 * its id and its type do not change, as its data belongs to both.
 *
 * @param before the text that was edited; a file that has another by now is left alone
 * @throws SvcError `validation_failed` with every problem and its line; `conflict` when the file was
 *   changed meanwhile, or the new name is taken; `definition_not_found`.
 */
export async function replaceDefinition(
  repository: Repository,
  { definition, path }: FoundDefinition,
  text: string,
  before: string,
): Promise<EditResult> {
  const shown = shownPath(repository, path);
  const edited = await inspectDefinition(fitting(text, shown));
  const problems = edited.problems.map(problemText);
  if (edited.definition !== undefined) {
    const { id, type } = edited.definition;
    if (id !== definition.id) {
      problems.push(`id must stay ${definition.id}: its data belongs to it`);
    }
    if (normalizeType(type) !== normalizeType(definition.type)) {
      problems.push(
        `type must stay ${definition.type}: 'svc behavior create ${type} <name>' creates another`,
      );
    }
  }
  if (problems.length > 0) {
    throw new SvcError(
      "validation_failed",
      `${shown} was not changed:\n  ${problems.join("\n  ")}`,
      {
        hint: "Fix the text and try again.",
      },
    );
  }
  const { name } = edited.definition!;
  await using _lock = await lockRepository(repository, { file: "definitions.lock" });
  const { entries } = await definitionEntries(repository);
  const taken = entries.find((entry) => entry.name === name && entry.path !== path);
  if (taken) {
    throw new SvcError(
      "conflict",
      `The name '${name}' is taken by ${shownPath(repository, taken.path)}`,
      { hint: "Choose another name." },
    );
  }
  if (await Deno.readTextFile(path) !== before) {
    throw new SvcError("conflict", `${shown} was changed by somebody else meanwhile`, {
      hint: "Look at it and edit it again.",
    });
  }
  if (text !== before) await writeAtomic(path, text);
  return {
    path,
    status: text === before ? "unchanged" : "updated",
    name,
    type: normalizeType(definition.type),
    editType: "definition",
  };
}
