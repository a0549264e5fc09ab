import { parseInputs } from "@svc/runtime/inputs";
import type { OptionSpec } from "../frame/command.ts";

/** One setting of a vault. */
export const CONFIG = {
  kind: "list",
  value: "<key=value>",
  summary: "A setting of the type, as in key_file=~/keys/prod.key",
} as const satisfies OptionSpec;

/** All settings of a vault. */
export const CONFIG_FILE = {
  kind: "text",
  value: "<file>",
  summary: "A YAML or JSON mapping of settings; --config is laid over it",
  completes: "file",
} as const satisfies OptionSpec;

/** The settings that a command line gives. @throws SvcError `invalid_argument` */
export async function configOf(
  options: { readonly config: readonly string[]; readonly "config-file": string | undefined },
): Promise<Record<string, unknown>> {
  return await parseInputs(options.config, {
    inputFile: options["config-file"],
    flag: "--config",
  });
}
