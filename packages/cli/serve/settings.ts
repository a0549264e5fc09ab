import type { Repository } from "@svc/runtime/repository";
import type { Settings } from "@svc/serve/server";
import {
  type SettingName,
  type SettingRow,
  SETTINGS,
  type SettingValues,
} from "@svc/serve/settings";
import type { Context } from "../frame/command.ts";

/**
 * The settings of a server: options and variables first, then the file of `--config`, else the one in
 * the person's configuration folder. What is in the repository is never asked: whoever wrote that
 * must not choose who may call.
 *
 * @throws SvcError as `readSettingsFile` and `settingsOf`
 */
export async function settingsFor(
  repository: Repository,
  { host, options }: Pick<Context, "host"> & {
    options: SettingValues & { readonly config: string | undefined };
  },
): Promise<Settings> {
  const { readSettingsFile, settingsOf } = await import("@svc/serve/server");
  const { stateFolder } = await import("@svc/serve/state");
  const file = options.config === undefined
    ? `${await stateFolder(repository)}/serve.yaml`
    : below(host.cwd, options.config);
  const inFile = await readSettingsFile(file, options.config !== undefined);
  return settingsOf(
    placed(options, host.cwd),
    placed(inFile, file.slice(0, file.lastIndexOf("/"))),
  );
}

/** The settings alone, with files named from `folder` as absolute paths. */
function placed(options: SettingValues, folder: string): SettingValues {
  const names = Object.keys(SETTINGS) as SettingName[];
  const settings = Object.fromEntries(names.map((name) => {
    const { completes }: SettingRow = SETTINGS[name];
    const value = options[name];
    const isFile = completes === "file" && typeof value === "string";
    return [name, isFile ? below(folder, value) : value];
  }));
  return options.allow === undefined ? settings : { ...settings, allow: options.allow };
}

function below(folder: string, path: string): string {
  return path.startsWith("/") ? path : `${folder}/${path}`;
}
