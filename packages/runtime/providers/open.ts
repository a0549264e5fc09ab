import { keepBundles } from "../consent/installed/old_bundles.ts";
import type { Repository } from "../repository/repository.ts";
import { admitProvider } from "./admit.ts";
import { openSession, type SessionSetup } from "./session.ts";
import { limitsOf, type OpenOptions, type ProviderSubject } from "./subject.ts";

/**
 * Opens what the person agreed to run, and asks which functions it has. What is admitted is what runs,
 * whatever is pulled meanwhile, until it is disposed.
 *
 * @throws SvcError as {@linkcode admitProvider}; what opening the session throws
 */
export async function openProvider(
  repository: Repository,
  subject: ProviderSubject,
  options: OpenOptions,
  setup: Pick<SessionSetup, "redactor" | "lifeMs" | "exchange" | "onLog">,
) {
  await using opening = new AsyncDisposableStack();
  opening.use(await keepBundles(repository, options.signal));
  const provider = await admitProvider(repository, subject, options);
  const limits = limitsOf(options);
  const session = opening.use(openSession({ repository, provider, subject, limits, ...setup }));
  const members = await session.open(options.signal);
  const opened = opening.move();
  return {
    provider,
    session,
    limits,
    members,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
