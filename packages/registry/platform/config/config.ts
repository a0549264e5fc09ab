import { SvcError } from "@svc/core/error";
import { readS3Url, type S3Target } from "../store/blobs/s3/target.ts";
import { type Setting, SETTINGS } from "./settings.ts";
import { nearest } from "@svc/core/text";
import { isForeign } from "./foreign_variables.ts";

/** The registry's configuration: one checked value a setting. */
export type Config =
  & {
    -readonly [Key in keyof typeof SETTINGS]: typeof SETTINGS[Key] extends Setting<infer Value>
      ? Value
      : never;
  }
  & {
    /** The bucket of `blobsUrl`, with the credentials to use it. */
    bucket: S3Target | undefined;
  };

/**
 * The configuration that `environment` describes.
 * `baseUrl` and `secret` may be empty; the start fills them in.
 *
 * @throws SvcError `validation_failed` naming each variable with a bad value and what is allowed,
 *   and each variable `SVC_…` that is none of svc's
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const config: Record<string, unknown> = {};
  const details = unknownVariables(environment);
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
  const blobs = typeof config.blobsUrl === "string" && config.blobsUrl !== ""
    ? readS3Url(config.blobsUrl, environment)
    : undefined;
  if (blobs && "problem" in blobs) {
    details.push({ path: SETTINGS.blobsUrl.name, message: blobs.problem });
  }
  config.bucket = blobs && "target" in blobs ? blobs.target : undefined;
  if (config.blobsProxy === true && config.blobsUrl === "") {
    details.push({
      path: SETTINGS.blobsProxy.name,
      message: `"on" has no effect without ${SETTINGS.blobsUrl.name}`,
    });
  }
  if (config.blobsAccel !== "") details.push(...withoutEffect(environment));
  if (config.accessLog === true && config.log === "off") {
    details.push({
      path: SETTINGS.accessLog.name,
      message: `"on" has no effect with ${SETTINGS.log.name}=off; set that to json or text`,
    });
  }
  if (config.telemetry === "log" && config.log === "off") {
    details.push({
      path: SETTINGS.telemetry.name,
      message: `"log" has no effect with ${SETTINGS.log.name}=off; set that to json or text`,
    });
  }
  if (config.smtpUrl !== "" && config.mailFrom === "") {
    details.push({
      path: SETTINGS.mailFrom.name,
      message: `is needed with ${SETTINGS.smtpUrl.name}; give ${SETTINGS.mailFrom.allowed}`,
    });
  }
  if (config.confirmedPublishers && config.smtpUrl === "") {
    details.push({
      path: SETTINGS.confirmedPublishers.name,
      message: `needs ${SETTINGS.smtpUrl.name}: without mail nobody can confirm an address`,
    });
  }
  for (const key of ["logOldKey", "logWitnesses"] as const) {
    if (config.logKey !== "" || !config[key]) continue;
    details.push({
      path: SETTINGS[key].name,
      message: `has no effect without ${SETTINGS.logKey.name}; set that or unset this`,
    });
  }
  if (config.databaseUrl === "" && config.databaseListenUrl !== "") {
    details.push({
      path: SETTINGS.databaseListenUrl.name,
      message: `has no effect without ${SETTINGS.databaseUrl.name}; set that or unset this`,
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

/** Why `SVC_BLOBS_ACCEL` would do nothing. */
function withoutEffect(
  environment: Readonly<Record<string, string | undefined>>,
): { path: string; message: string }[] {
  const path = SETTINGS.blobsAccel.name;
  const { blobsUrl, trustedProxies } = SETTINGS;
  return [
    ...(environment[blobsUrl.name]
      ? [{
        path,
        message: `has no effect with ${blobsUrl.name}: clients download from the bucket directly`,
      }]
      : []),
    ...(environment[trustedProxies.name] ? [] : [{
      path,
      message: `has no effect without ${trustedProxies.name}; name the proxy's address there`,
    }]),
  ];
}

const NAMES: readonly string[] = Object.values(SETTINGS).map(({ name }) => name);

/**
 * The variables named `SVC_…` that nobody reads, each with the settings it may have been meant for:
 * a misspelled setting would otherwise leave the default in force without a word.
 */
function unknownVariables(
  environment: Readonly<Record<string, string | undefined>>,
): { path: string; message: string }[] {
  return Object.keys(environment)
    .filter((name) => name.startsWith("SVC_") && !NAMES.includes(name) && !isForeign(name))
    .sort()
    .map((path) => {
      // The shared beginning would make every name a near one.
      const near = nearest(path.slice("SVC_".length), NAMES.map((name) => name.slice(4)));
      const advice = near.length === 0
        ? "unset it"
        : `did you mean ${near.map((name) => `SVC_${name}`).join(" or ")}?`;
      return { path, message: `there is no such setting; ${advice}` };
    });
}
