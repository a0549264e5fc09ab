import { isSvcError, SvcError } from "@svc/core/error";
import { dataAccess } from "../calls/data_access.ts";
import { createReads } from "../calls/read_calls.ts";
import { secretsIn } from "../../repository/inputs/sensitive.ts";
import { addedSecrets } from "../../sandbox/redaction/redactor.ts";
import { runChild } from "../../sandbox/child_process.ts";
import { collectRefused } from "../../sandbox/refused.ts";
import { scratchFolders } from "../../sandbox/scratch.ts";
import type { ResolvedType } from "../../consent/types/resolved.ts";
import { type Limits, processLimits } from "../order/limits.ts";
import { sandboxOf } from "./child_options.ts";
import { withRefusals } from "../../sandbox/refusal.ts";
import { failureOf } from "./failure.ts";
import type { Journal } from "../record/journal.ts";
import type { RunSubject } from "../prepare/subject.ts";

/**
 * Runs the checks of a module other than the method's, in a sandbox of its own: with the permissions of
 * its own extension, able to read data and to write none.
 *
 * @returns why they did not pass, or undefined
 */
export async function failureOfChecker(
  checker: ResolvedType,
  subject: RunSubject,
  journal: Journal,
  { signal, ...given }: Limits,
): Promise<SvcError | undefined> {
  const { repository, found, method, args } = subject;
  const { log, redactor } = journal;
  const owner = { type: found.type, id: found.definition.id };
  const about = { type: checker.type.normalized, resolved: checker, repository };
  const refused = collectRefused(log);
  const access = dataAccess(owner, checker.permissions, about, refused.refuse);
  const limits = processLimits(given);
  const secrets = secretsIn(checker.model.globalArguments ?? {}, args.global);
  await using scratch = await scratchFolders();
  const sandbox = await sandboxOf(
    // The arguments of the method are for the method, and so are their secrets.
    { ...subject, resolved: checker, args: { ...args, method: {}, secrets } },
    scratch.path,
  );
  try {
    const result = await runChild({
      ...sandbox,
      ...limits,
      task: method.name,
      hello: { ...sandbox.hello, checksOnly: true },
      signal,
      onLog: log,
      onSecret: addedSecrets(redactor, () => {}),
      refused,
      onChecked: journal.checked,
      onCall: createReads({ repository, owner, definition: found.definition, access, log }),
    });
    if (result.t === "done") return undefined;
    return named(
      withRefusals(
        await failureOf(result, {
          resolved: checker,
          repository,
          definition: found.definition.name,
          methodName: method.name,
          bundle: sandbox.bundle,
          memoryLimitMb: limits.memoryLimitMb,
          redactor,
        }),
        refused,
        about,
        redactor,
      ),
      checker,
    );
  } catch (error) {
    if (!isSvcError(error)) throw error;
    return named(withRefusals(error, refused, about, redactor), checker);
  }
}

/**
 * The refusal with the module whose checks they are. It offers no permissions for this run: those go to
 * the method's own module.
 */
function named(error: SvcError, { extension, graft, type }: ResolvedType): SvcError {
  const { code, hint, details, cause } = error;
  const name = extension ?? graft?.name ?? type.normalized;
  return new SvcError(code, `${error.message}\nThis is a check of ${name}.`, {
    cause,
    hint,
    details,
  });
}
