import { type Service, startService } from "../service/mod.ts";

/** A stand-in for npm's `GET /downloads/point/last-week/<name>`. */
export interface DownloadsService extends Service {
  set(name: string, downloads: number): void;
}

const POINT = "/downloads/point/last-week/";

/**
 * Starts a downloads API.
 *
 * @param usual the figure of a name that none was set for; unknown names answer 404 without it
 */
export function startDownloads(usual?: number): DownloadsService {
  const figures = new Map<string, number>();
  const service = startService(({ path }) => {
    const name = decodeURIComponent(path.slice(POINT.length));
    const downloads = path.startsWith(POINT) ? figures.get(name) ?? usual : undefined;
    return downloads === undefined
      ? Response.json({ error: `package ${name} not found` }, { status: 404 })
      : Response.json({ downloads, start: "2026-11-13", end: "2026-11-19", package: name });
  });
  return Object.assign(service, {
    set: (name: string, downloads: number) => void figures.set(name, downloads),
  });
}
