import { isSvcError, type SvcError } from "@svc/core/error";
import { normalizeType } from "@svc/core/type";
import type { Repository } from "../repository/repository.ts";
import { runChild, type StartedChild } from "../sandbox/child_process.ts";
import type { ProviderWord } from "../sandbox/child_talk.ts";
import { moduleSandbox } from "../sandbox/module_sandbox.ts";
import type { LogLevel, ProviderFailure, ProviderQuestion } from "../sandbox/protocol.ts";
import { collectRefused, type Refused } from "../sandbox/refused.ts";
import { scratchFolders } from "../sandbox/scratch.ts";
import { endedFailure, openFailure, processFailure } from "./failure.ts";
import type { AdmittedProvider, ProviderLimits, ProviderSubject } from "./subject.ts";

/** What a provider's process is made of. */
export interface ProcessSetup {
  repository: Repository;
  provider: AdmittedProvider;
  subject: ProviderSubject;
  limits: ProviderLimits;
  /** Milliseconds that it may live. */
  lifeMs: number;
  /** A datastore's exchange folder, absolute. */
  exchange?: string | undefined;
  onLog(level: LogLevel, text: string): void;
}

/** What a provider answered. */
export type Answer = { value: unknown } | { error: ProviderFailure };

/** A process in which one provider is open. */
export interface ProviderProcess {
  /** Names of the optional functions that the provider has. Rejects when it could not be opened. */
  ready: Promise<readonly string[]>;
  /** Absolute path of its bundle, for places in sources. */
  bundle: Promise<string>;
  /** What it was refused by the sandbox. */
  refused: Refused;
  /** Asks; rejects when the process ends first. */
  ask(question: ProviderQuestion): {
    answer: Promise<Answer>;
    /** Asks it to stop; it answers still. */
    cancel(): void;
  };
  /** Ends it and all that it started, and waits until they are gone. */
  end(): Promise<void>;
  /** True once it has ended. */
  readonly over: boolean;
}

/** Characters of one line that a provider's process may write: the longest list of keys fits. */
const LONGEST_LINE = 16 * 1024 * 1024;

/** Starts the process of a provider; how that went is told by `ready`. */
export function startProcess(setup: ProcessSetup): ProviderProcess {
  const { provider, limits } = setup;
  const ready = Promise.withResolvers<readonly string[]>();
  const bundle = Promise.withResolvers<string>();
  const waiting = new Map<string, PromiseWithResolvers<Answer>>();
  const stop = new AbortController();
  const refused = collectRefused(setup.onLog);
  let child: StartedChild | undefined;
  let over = false;
  const onWord = (word: ProviderWord) => {
    if (word.t === "ready") return ready.resolve(word.members);
    const question = waiting.get(word.id);
    // Only svc makes ids: a process that answers another one has made it up.
    if (question === undefined) {
      throw processFailure(provider, "it answered a question that svc did not ask");
    }
    waiting.delete(word.id);
    question.resolve(word.error === undefined ? { value: word.value } : { error: word.error });
  };
  const work = async (): Promise<SvcError> => {
    try {
      await using scratch = await scratchFolders();
      const result = await runChild({
        ...await sandboxOf(setup, scratch.path, bundle.resolve),
        entry: "provider",
        task: normalizeType(provider.provider.type),
        timeLimitMs: setup.lifeMs,
        memoryLimitMb: limits.memoryMb,
        diskLimitMb: limits.diskMb,
        signal: stop.signal,
        onLog: setup.onLog,
        onSecret: () => {},
        refused,
        onCall: () => Promise.reject(new Error("A provider has no context")),
        provider: {
          longestLine: LONGEST_LINE,
          onStarted: (started) => child = started,
          onWord,
        },
      });
      return await openFailure(provider, result, await bundle.promise);
    } catch (error) {
      return isSvcError(error) ? endedFailure(provider, error, limits) : processFailure(
        provider,
        "svc could not start it",
        error,
      );
    }
  };
  const ending = work().then((failure) => {
    over = true;
    ready.reject(failure);
    bundle.reject(failure);
    for (const { reject } of waiting.values()) reject(failure);
    waiting.clear();
  });
  // A caller that waits learns of it; there may be none.
  ready.promise.catch(() => {});
  bundle.promise.catch(() => {});
  return {
    ready: ready.promise,
    bundle: bundle.promise,
    refused,
    get over() {
      return over;
    },
    ask(question) {
      const id = crypto.randomUUID();
      const answer = Promise.withResolvers<Answer>();
      answer.promise.catch(() => {});
      waiting.set(id, answer);
      void child!.send({ t: "ask", id, question });
      return {
        answer: answer.promise,
        cancel: () => void child!.send({ t: "cancel", id }),
      };
    },
    async end() {
      stop.abort();
      child?.kill();
      await ending;
    },
  };
}

async function sandboxOf(
  { repository, provider, subject, exchange }: ProcessSetup,
  scratch: string,
  onBundle: (path: string) => void,
) {
  const { kind, name, config } = subject;
  const { filesRoot: _, ...sandbox } = await moduleSandbox(repository, provider, {
    config: { values: config, schema: provider.provider.configSchema },
    scratch,
    exchange,
  });
  onBundle(sandbox.bundle);
  return {
    ...sandbox,
    hello: {
      kind,
      name,
      config,
      repoDir: repository.root,
      scratch,
      variables: provider.permissions.env ?? [],
    },
  };
}
