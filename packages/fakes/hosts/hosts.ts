import { type Service, startService } from "../service/mod.ts";
import { type HostName, SHAPES, type Visibility } from "./shapes.ts";

export type { HostName, Visibility } from "./shapes.ts";

/** A stand-in for the repository endpoint of one host, as a stranger without an account meets it. */
export interface HostService extends Service {
  /** Creates a repository, or changes who may see it. */
  set(path: string, visibility: Visibility): void;
  remove(path: string): void;
  /** While true, every question is one too many. */
  limited: boolean;
}

/** Starts the API of one host, without repositories. */
export function startHost(name: HostName): HostService {
  const shape = SHAPES[name];
  const repositories = new Map<string, { path: string; visibility: Visibility }>();
  const service = startService(({ method, path }) => {
    if (host.limited) return shape.limited();
    const asked = shape.asked(path) ?? "";
    const found = repositories.get(asked.toLowerCase());
    return method === "GET" && found?.visibility === "public"
      ? Response.json(shape.record(found.path))
      : shape.missing(asked);
  });
  const host: HostService = Object.assign(service, {
    limited: false,
    set: (path: string, visibility: Visibility) =>
      void repositories.set(path.toLowerCase(), { path, visibility }),
    remove: (path: string) => void repositories.delete(path.toLowerCase()),
  });
  return host;
}
