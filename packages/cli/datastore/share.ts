import { namesDatastore, type Share, sharing } from "@svc/runtime/share";
import type { Repository } from "@svc/runtime/repository";
import { interruption } from "../behavior/interruption.ts";
import { flag } from "../frame/command.ts";
import { type AskingContext, questionsOf } from "./questions.ts";

/** The option of every command that writes data. */
export const OFFLINE = flag(
  "Do not use the datastore; 'svc datastore sync' exchanges the data later",
);

/** What of a command's context sharing needs. */
type Sharing = AskingContext & { options: { readonly offline: boolean } };

/**
 * Has the repository's datastore see what a command writes, where one is set up; see `sharing`. The
 * person is asked once about a datastore that the repository names.
 *
 * @param signal ends the waiting; without one, the first Ctrl-C does
 */
export function shareOf(
  context: Sharing,
  repository: Repository,
  signal?: AbortSignal,
): Share {
  const { host, options, note } = context;
  const shared = (signal: AbortSignal | undefined) =>
    sharing(repository, {
      ...questionsOf(context, undefined),
      offline: options.offline,
      signal,
    });
  if (signal !== undefined || options.offline || !namesDatastore(repository, host.env)) {
    return shared(signal);
  }
  return async (behavior, work) => {
    // Ended at once, the command would leave its lock to the others for a while.
    using interrupted = interruption(note, "the command");
    return await shared(interrupted.signal)(behavior, work);
  };
}
