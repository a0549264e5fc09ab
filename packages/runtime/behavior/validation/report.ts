/** One thing wrong in a definition file. */
export interface ValidationProblem {
  /** Dotted path in the file. */
  path: string;
  message: string;
  /** From 1. */
  line?: number;
}

/** The outcome of one step. */
interface ValidationStep {
  name: string;
  passed: boolean;
  /** All problems in one text. */
  error?: string;
  problems?: ValidationProblem[];
}

/** What a definition takes from outside of it. */
export interface ValidationWarning {
  name: string;
  message: string;
  envVars?: { path: string; envVar: string }[];
  secrets?: { path: string; vault: string; key: string }[];
}

/** `svc behavior validate <name>` (runtime reference 3.2). */
export interface ValidationReport {
  /** Empty for a file that says none. */
  modelId: string;
  modelName: string;
  type: string;
  /** Relative to the repository. */
  path: string;
  validations: ValidationStep[];
  warnings: ValidationWarning[];
  passed: boolean;
}

/** `svc behavior validate` for all. */
export interface ValidationSummary {
  models: ValidationReport[];
  totalPassed: number;
  totalFailed: number;
  totalWarnings: number;
  passed: boolean;
}

/** A step that found these problems. */
export function stepOf(name: string, problems: readonly ValidationProblem[]): ValidationStep {
  if (problems.length === 0) return { name, passed: true };
  return {
    name,
    passed: false,
    error: problems.map(({ path, message, line }) =>
      `${line === undefined ? "" : `line ${line}: `}${path === "" ? "" : `${path}: `}${message}`
    ).join("\n"),
    problems: [...problems],
  };
}
