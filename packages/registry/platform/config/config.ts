import { SvcError } from "@svc/core/error";
import { type Setting, SETTINGS } from "./settings.ts";

/** The registry's configuration: one checked value a setting. */
export type Config = {
  -readonly [Key in keyof typeof SETTINGS]: typeof SETTINGS[Key] extends Setting<infer Value>
    ? Value
    : never;
};

/**
 * The configuration that `environment` describes.
 * `baseUrl` and `secret` may be empty; the start fills them in.
 *
 * @throws SvcError `validation_failed` naming each variable with a bad value and what is allowed.
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const config: Record<string, unknown> = {};
  const details: { path: string; message: string }[] = [];
  for (const [key, setting] of Object.entries(SETTINGS) as [string, Setting<unknown>][]) {
    const given = environment[setting.name];
    const value = setting.parse(given === undefined || given === "" ? setting.default : given);
    if (value === undefined) {
      const shown = setting.secret ? "its value" : JSON.stringify(given);
      details.push({
        path: setting.name,
        message: `${shown} is not allowed; give ${setting.allowed}`,
      });
    }
    config[key] = value;
  }
  if (config.telemetry === "log" && config.log === "off") {
    details.push({
      path: SETTINGS.telemetry.name,
      message: `"log" has no effect with ${SETTINGS.log.name}=off; set that to json or text`,
    });
  }
  if (details.length > 0) {
    const lines = details.map((detail) => `  ${detail.path}: ${detail.message}`).join("\n");
    throw new SvcError("validation_failed", `The configuration is not valid:\n${lines}`, {
      hint: "Fix the variables named above; 'npm start -- --help' shows them all.",
      details,
    });
  }
  return config as Config;
}
