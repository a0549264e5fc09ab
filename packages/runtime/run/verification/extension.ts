import { isSvcError } from "@svc/core/error";
import { readLockfile } from "../../consent/installed/lockfile.ts";
import { verifyInstalled } from "../../consent/installed/verify.ts";
import { localTypes } from "../../consent/types/local.ts";
import { resolveType } from "../../consent/types/resolve.ts";
import type { ModuleRecord } from "../../extension/describe/record.ts";
import { type Found, unknown, type Written } from "./step.ts";

type Ran = NonNullable<Written["origin"]["extension"]>;

/** Compares the code that ran with what is installed or can be made now. */
export async function verifyExtension(written: Written): Promise<Found> {
  const { extension } = written.origin;
  if (extension === undefined) return unknown("The record does not say whose code ran");
  switch (extension.from) {
    case "pulled":
      return await verifyPulled(written, extension);
    case "local":
      return await verifyLocal(written, extension);
    case "builtin":
      return await verifyBuiltin(written, extension);
  }
}

async function verifyPulled({ repository }: Written, ran: Ran): Promise<Found> {
  const { name, version = "", checksum, serverUrl } = ran;
  if (checksum === undefined) return unknown("The record does not say which archive ran");
  const entry = (await readLockfile(repository))[name];
  if (entry === undefined) return unknown(`${name} is not installed any more`);
  if (entry.version !== version) {
    return unknown(`${name} ${entry.version} is installed now, and ${version} ran`);
  }
  if (serverUrl !== entry.serverUrl) {
    return unknown(`${name} is installed from another registry than the one that ran`);
  }
  if (entry.checksum === "") return unknown(`The lockfile has no checksum of ${name}`);
  if (entry.checksum !== checksum) {
    return {
      outcome: "failed",
      message: `${name} ${version} is installed with the SHA-256 ${entry.checksum}; that which ` +
        `ran had ${checksum}`,
    };
  }
  const { intact, missing, unknown: added } = await verifyInstalled(repository, name);
  if (!intact && missing.length > 0 && added.length === 0) {
    return unknown(`Files of ${name} are gone; 'svc extension install' restores them`);
  }
  return intact
    ? { outcome: "passed", message: `${name} ${version} is installed as it ran: ${checksum}` }
    : { outcome: "failed", message: `The installed files of ${name} were changed` };
}

async function verifyLocal(written: Written, { name, bundle }: Ran): Promise<Found> {
  const present = (await modulesNow(written)).filter(({ origin }) => origin === "local");
  if (present.length === 0) return unknown(`The sources of ${name} are not here any more`);
  return bundle !== undefined && present.some(({ bundleDigest }) => bundleDigest === bundle)
    ? { outcome: "passed", message: `The sources of ${name} make the bundle that ran: ${bundle}` }
    : unknown(`The sources of ${name} have been changed since`);
}

async function verifyBuiltin(written: Written, { name, version }: Ran): Promise<Found> {
  const present = await modulesNow(written);
  return present.some(({ origin, model }) => origin === "builtin" && model?.version === version)
    ? { outcome: "passed", message: `${name} ${version} comes with svc` }
    : unknown(`This version of svc has no ${name} ${version}`);
}

/** The modules that such a run is made of now. */
async function modulesNow(
  { repository, run }: Written,
): Promise<(ModuleRecord & { model?: { version: string } })[]> {
  const { reports } = await localTypes(repository);
  try {
    const type = await resolveType(repository, run.type);
    return [type, ...type.grafts?.map(({ record }) => record) ?? [], ...Object.values(reports)];
  } catch (error) {
    if (isSvcError(error)) return Object.values(reports);
    throw error;
  }
}
