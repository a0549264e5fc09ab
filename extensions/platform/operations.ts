import type { Endpoints, OctokitResponse, RequestParameters } from "npm:@octokit/types@18.0.0";

/**
 * What the description of the platform's API says of one operation, by its route. The operations are
 * behind a type parameter, as the type checker works all thousand of them out where it looks a route
 * up in `Endpoints` itself, which takes it three seconds for each extension.
 */
type Part<Route, Name extends string, Otherwise, Operations = Endpoints> = Route extends
  keyof Operations ? Operations[Route] extends Record<Name, infer Found> ? Found : never
  : Otherwise;

/** The parameters of an operation, and what is the same for each request, such as headers. */
export type Asked<Route> = Part<Route, "parameters", unknown> & RequestParameters;

/** The answer of an operation. */
export type Answer<Route> = Part<Route, "response", OctokitResponse<unknown>>;

/** The client library's `request`: an operation, or an address whose answer the caller knows. */
export interface SendRequest {
  <Route extends string>(route: Route, parameters?: Asked<Route>): Promise<Answer<Route>>;
  <Data>(
    request: RequestParameters & { method: string; url: string },
  ): Promise<OctokitResponse<Data>>;
}
