import { isSvcError } from "@svc/core/error";
import { installedManifest, listInstalled } from "@svc/runtime/installed";
import type { Repository } from "@svc/runtime/repository";
import { parseDependency, type WantedDependency } from "./dependency.ts";

/** An exact version of an extension that another installed one asks for. */
export interface Pin {
  version: string;
  /** The extension whose manifest says so. */
  by: string;
}

/** Every exact version that the manifests of installed extensions ask for, by the name it is of. */
export async function installedPins(repository: Repository): Promise<Map<string, Pin[]>> {
  const pins = new Map<string, Pin[]>();
  for (const { name: by } of await listInstalled(repository)) {
    for (const text of (await installedManifest(repository, by))?.dependencies ?? []) {
      const { name, version } = read(text);
      if (name === undefined || version === undefined) continue;
      pins.set(name, [...pins.get(name) ?? [], { version, by }]);
    }
  }
  return pins;
}

/** What is written wrong pins nothing: a pull of it has been refused, or will be. */
function read(text: string): Partial<WantedDependency> {
  try {
    return parseDependency(text);
  } catch (error) {
    if (isSvcError(error)) return {};
    throw error;
  }
}
