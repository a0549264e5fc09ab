import type { PageHandler } from "../../access/page/page.ts";
import { InstallPage } from "./page.tsx";

/** GET /install. */
export const showInstall: PageHandler = ({ services, frame }) => ({
  page: (
    <InstallPage
      {...frame}
      baseUrl={services.config.baseUrl}
      client={services.clientPackage}
    />
  ),
});
