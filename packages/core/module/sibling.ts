/** Where a module lies: its `import.meta`. The build of the client puts the source's place here. */
export interface ModulePlace {
  url: string;
}

/** The `file:` URL of what is at `path`, relative to the folder of a module. */
export function siblingUrl({ url }: ModulePlace, path: string): string {
  return new URL(path, url).href;
}

/** The absolute path of what is at `path`, relative to the folder of a module; no `/` at its end. */
export function siblingPath(place: ModulePlace, path: string): string {
  return decodeURIComponent(new URL(path, place.url).pathname).replace(/\/$/, "");
}
