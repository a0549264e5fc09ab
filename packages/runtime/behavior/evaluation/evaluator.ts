import { isClosedVariable } from "@svc/core/permission";
import { SvcError } from "@svc/core/error";
import { siblingPath } from "@svc/core/module";
import { flowingNames } from "../../base/cel/flow.ts";
import { answerer } from "../../base/process/answerer.ts";
import { answerDefinition, answerModel, type Teller } from "./answers.ts";
import { among, answerCall } from "./data_calls.ts";
import { environmentValue } from "./environment.ts";
import { indexedNames } from "./names.ts";
import {
  type AnswerWithSecrets,
  type EvaluationOptions,
  hyphenatedNames,
  type Resolved,
  type Scope,
  type Waiting,
} from "./scope.ts";
import { readSecret } from "./secret.ts";
import { tellsSecret, unanswerable, untold, withoutWords } from "./refusal.ts";
import {
  type Answer,
  evaluateStep,
  isCheap,
  parseStep,
  type Question,
  ROOTS,
  type Step,
  type StepResult,
  WHOLE,
} from "./step.ts";
import { quotedSecretNames, secretNamesIn } from "./vault_names.ts";
import { propertiesOf } from "../../base/schema/properties.ts";

/** How long a costly expression may take, in milliseconds. */
const TIME_LIMIT_MS = 10_000;

/** JavaScript heap of the process that evaluates costly expressions, in megabytes. */
const HEAP_MB = 512;

/** What one expression may ask for, and the characters it may be told. */
const MOST_QUESTIONS = 200;
const MOST_CHARACTERS = 20_000_000;

/** Evaluates the expressions of definitions. Disposing ends its process. */
export interface Evaluator extends AsyncDisposable {
  /**
   * What an expression gives.
   *
   * @param waiting the arguments whose evaluation needs this
   * @throws SvcError `invalid_argument` saying why it gives nothing; `vault_required`; `timeout`;
   *   `memory_limit`; `cancelled`
   */
  expression(expression: string, scope: Scope, waiting: readonly Waiting[]): Promise<Resolved>;
}

/** An evaluator for the definitions of one repository. */
export function createEvaluator(
  options: EvaluationOptions,
  /** Resolves a value with expressions in it. */
  resolve: Teller["resolve"],
): Evaluator {
  const { repository, env, secret, signal } = options;
  const slow = answerer<Step, StepResult>({
    module: siblingPath(import.meta, "step_process.ts"),
    task: "The expression",
    heapMb: HEAP_MB,
  });
  const teller: Teller = { reader: { repository, signal, secret }, resolve, scopes: new Map() };

  async function tell(
    question: Question,
    scope: Scope,
    waiting: readonly Waiting[],
  ): Promise<AnswerWithSecrets> {
    const [root, ...path] = question as [string, ...(string | number)[]];
    switch (root) {
      case "env":
        return environmentAnswer(path[0]!, env);
      case "vault": {
        const value = await readSecret({ vault: String(path[0]), key: String(path[1]) }, options);
        return { answer: { value }, secrets: [value] };
      }
      case "inputs":
        return { answer: inputAnswer(path[0]!, scope), secrets: [] };
      case "self": {
        const { id, name, version, tags } = scope.definition;
        const plain = { id, name, version, tags };
        return await answerDefinition(scope, { what: "self", plain }, path, waiting, teller);
      }
      case "model":
        return await answerModel(path, waiting, teller);
      default: {
        const [name, ...args] = path;
        return await answerCall(teller.reader, String(name), args);
      }
    }
  }

  return {
    async expression(text, scope, waiting) {
      const expression = indexedNames(quotedSecretNames(text), hyphenatedNames(scope));
      const ast = parsedExpression(expression);
      secretNamesIn(ast);
      const answers: Record<string, Answer> = {};
      const secrets = new Map<string, unknown[]>();
      const tainted = new Set<string>();
      let characters = 0;
      let asked = 0;
      while (asked <= MOST_QUESTIONS) {
        const step = { expression, answers };
        const result = isCheap(ast, characters)
          ? evaluateStep(step)
          : await slow.ask(step, { timeLimitMs: TIME_LIMIT_MS, signal });
        if ("value" in result) {
          const flowing = flowingNames(ast);
          const told = [...secrets].flatMap(([root, found]) => flowing.has(root) ? found : []);
          const { value } = result;
          return { value, shown: value, secrets: told.length === 0 ? [] : [...told, value] };
        }
        if ("refused" in result) {
          if (tellsSecret(step, result, { tainted, ast })) throw untold();
          throw unanswerable(result, answers);
        }
        asked += result.questions.length;
        for (const question of result.questions.slice(0, MOST_QUESTIONS)) {
          const told = await tell(question, scope, waiting)
            .catch((error) => Promise.reject(tainted.size > 0 ? withoutWords(error) : error));
          characters += JSON.stringify(told.answer).length;
          if (characters > MOST_CHARACTERS) {
            throw invalid(`reads more than ${MOST_CHARACTERS} characters`);
          }
          answers[JSON.stringify(question)] = told.answer;
          if (told.secrets.length > 0) tainted.add(JSON.stringify(question));
          // Of what is called, only functions of `data` give secrets.
          const root = question[0] === "call" ? "data" : String(question[0]);
          secrets.set(root, [...secrets.get(root) ?? [], ...told.secrets]);
        }
      }
      throw invalid(`needs more than ${MOST_QUESTIONS} look-ups`);
    },
    [Symbol.asyncDispose]: () => slow[Symbol.asyncDispose](),
  };
}

/**
 * The tree of an expression that is valid.
 *
 * @throws SvcError `invalid_argument` saying what is wrong
 */
export function parsedExpression(expression: string): ReturnType<typeof parseStep>["ast"] {
  try {
    const step = parseStep(expression);
    const checked = step.check();
    if (!checked.valid) throw checked.error;
    return step.ast;
  } catch (error) {
    const { summary, message } = error as { summary?: string; message: string };
    const words = summary ?? message;
    const name = /^Unknown variable: (\S+)/.exec(words)?.[1];
    if (name === undefined) throw invalid(`is not a valid expression: ${words}`);
    throw invalid(`names '${name}', which does not exist. ${among(name, ROOTS, "There are")}`);
  }
}

function environmentAnswer(
  name: string | number,
  env: EvaluationOptions["env"],
): AnswerWithSecrets {
  if (typeof name !== "string") {
    return { answer: { refused: "does not name a variable: write env.NAME" }, secrets: [] };
  }
  try {
    const value = environmentValue(name, env);
    return { answer: { value }, secrets: [value] };
  } catch (error) {
    const { message } = error as SvcError;
    const refused = isClosedVariable(name);
    return { answer: refused ? { refused: message } : { absent: message }, secrets: [] };
  }
}

function inputAnswer(name: string | number, { inputs, definition }: Scope): Answer {
  if (name === WHOLE) return { value: inputs };
  if (Object.hasOwn(inputs, name)) return { value: inputs[name] };
  const declared = Object.keys(propertiesOf(definition.inputs));
  return {
    absent: declared.includes(String(name))
      ? `needs the input '${name}', which was not given: --input ${name}=<value>`
      : `names the input '${name}', which does not exist. ${
        among(String(name), [...new Set([...declared, ...Object.keys(inputs)])], "There are")
      }`,
  };
}

function invalid(message: string, hint?: string): SvcError {
  return new SvcError("invalid_argument", message, { hint });
}
