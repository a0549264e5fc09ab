import { Hono } from "hono";
import { mountAuth } from "./features/identity/mount.ts";
import { createEndpoints } from "./endpoints.ts";
import { type App, edge, type Environment, errorResponse, notFound } from "@svc/http/edge";
import { compressResponse } from "@svc/http/prepared";
import { mountEndpoints } from "./access/endpoint/mount.ts";
import { countRequests } from "./access/endpoint/count_requests.ts";
import { pathOf } from "@svc/http/input";
import { responseOf } from "@svc/http/listener";
import { routePath } from "./access/endpoint/route_path.ts";
import { tellRoute } from "./access/endpoint/tell_route.ts";
import { mountOAuth } from "./features/oauth/mount.ts";
import { mountResolveUser } from "./features/oauth/resolve_user.ts";
import { cachedAnswers } from "./access/response_cache/mod.ts";
import { mountMetrics } from "./features/operating/metrics.ts";
import { mountUploads } from "./features/extensions/upload/mount.ts";
import type { Services } from "./access/services.ts";
import { mountWeb } from "./pages.ts";

/**
 * The whole registry over `services`.
 *
 * @throws Error when the policy table and the handlers disagree.
 */
export function createApp(services: Services): App {
  const app: App = new Hono<Environment>({
    getPath: (request) => routePath(pathOf(request.url)),
  });
  app.use(edge(services.config));
  app.use(tellRoute);
  app.use("/api/*", countRequests(services));
  app.onError((error, context) =>
    errorResponse(error, {
      log: services.log,
      requestId: context.get("requestId"),
      method: context.req.method,
      path: pathOf(context.req.url),
    })
  );
  mountResolveUser(app, services);
  mountEndpoints(app, services, createEndpoints());
  mountUploads(app, services);
  mountMetrics(app, services);
  mountAuth(app, services);
  mountOAuth(app, services);
  mountWeb(app, services);
  app.notFound(notFound);
  const answer = app.fetch;
  const known = cachedAnswers(services);
  const { compressor } = services.responseCache;
  app.fetch = async (request, bindings, context) => {
    const reply = known(request, bindings as Environment["Bindings"] ?? {});
    if (reply) return responseOf(reply);
    const response = await answer(request, bindings, context);
    return await compressResponse(request, response, compressor);
  };
  return app;
}
