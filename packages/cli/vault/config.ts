import { parseInputs } from "@svc/runtime/inputs";
import { list, text } from "../frame/command.ts";

/** One setting of a vault. */
export const CONFIG = list("<key=value>", "A setting of the type, as in key_file=~/keys/prod.key");

/** All settings of a vault. */
export const CONFIG_FILE = text(
  "<file>",
  "A YAML or JSON mapping of settings; --config is laid over it",
  { completes: "file" },
);

/** The settings that a command line gives. @throws SvcError `invalid_argument` */
export async function configOf(
  options: { readonly config: readonly string[]; readonly "config-file": string | undefined },
): Promise<Record<string, unknown>> {
  return await parseInputs(options.config, {
    inputFile: options["config-file"],
    flag: "--config",
  });
}
