import { isSvcError } from "@svc/core/error";
import { installedManifest, listInstalled } from "@svc/runtime/installed";
import { MARKER, readPins, type Repository } from "@svc/runtime/repository";
import { parseDependency, type WantedDependency } from "./dependency.ts";

/** An exact version of an extension that something asks for. */
export interface Pin {
  version: string;
  /** The extension whose manifest says so, or the file of the repository that does. */
  by: string;
}

/**
 * The exact versions that the repository itself asks for, by the names they are of.
 *
 * @throws SvcError `validation_failed` for `pins` in `.svc.yaml` that are none
 */
export async function ownPins(repository: Repository): Promise<Map<string, Pin>> {
  const pins = [...await readPins(repository)];
  return new Map(pins.map(([name, version]) => [name, { version, by: MARKER }]));
}

/**
 * Every exact version that the repository or the manifests of installed extensions ask for, by the name
 * it is of. Where the repository asks for one, the manifests are not heard.
 *
 * @throws SvcError as {@linkcode ownPins} does
 */
export async function installedPins(repository: Repository): Promise<Map<string, Pin[]>> {
  const pins = new Map<string, Pin[]>();
  for (const { name: by } of await listInstalled(repository)) {
    for (const text of (await installedManifest(repository, by))?.dependencies ?? []) {
      const { name, version } = read(text);
      if (name === undefined || version === undefined) continue;
      pins.set(name, [...pins.get(name) ?? [], { version, by }]);
    }
  }
  for (const [name, pin] of await ownPins(repository)) pins.set(name, [pin]);
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
