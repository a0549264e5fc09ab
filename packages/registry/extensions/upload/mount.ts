import type { App } from "../../app.ts";
import type { Services } from "../../services.ts";

/** Mounts the address that uploads go to and archives come from. */
export function mountUploads(_app: App, _services: Services): void {
}
