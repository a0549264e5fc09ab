import { NarrowPage, type PageFrame } from "../../platform/web/layout/layout.tsx";
import { htmlResponse } from "./html_response.ts";

/** Leads on from a form to what may be another site: browsers follow no redirect there, so a page does. */
export async function leadOut(
  frame: PageFrame,
  next: string,
  cookies: readonly string[] = [],
): Promise<Response> {
  const page = (
    <NarrowPage title="Going back" {...frame} heading="Going back to the application">
      <p>
        <a href={next} rel="noreferrer">Go on</a> if nothing happens.
      </p>
    </NarrowPage>
  );
  const response = await htmlResponse({ page, cookies, secret: true });
  response.headers.set("refresh", `0;url=${next}`);
  return response;
}
