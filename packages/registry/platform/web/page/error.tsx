import { Notice } from "@svc/http/page";
import { Layout, type PageFrame } from "../layout/layout.tsx";

interface ErrorPageProps extends PageFrame {
  status: number;
  /** What happened, in one sentence. */
  message: string;
  hint?: string | undefined;
}

const TITLES: Readonly<Record<number, string>> = {
  400: "This request could not be read",
  401: "Sign in first",
  403: "Not allowed",
  404: "Not found",
  405: "Method not allowed",
  409: "Conflict",
  410: "Gone",
  429: "Too many requests",
  503: "Not available right now",
};

/** A refusal or a fault, with what to do next. */
export function ErrorPage(props: ErrorPageProps) {
  const title = TITLES[props.status] ??
    (props.status >= 500 ? "Something broke on our side" : "Not possible");
  return (
    <Layout title={title} viewer={props.viewer} here={props.here} noIndex>
      <section class="narrow error-page">
        <p class="error-status" aria-hidden="true">{props.status}</p>
        <h1>{title}</h1>
        <p>{props.message}</p>
        {props.hint ? <Notice kind="info" title={props.hint} /> : null}
        <p>
          <a href="/">Go to the start page</a> or <a href="/search">search the extensions</a>.
        </p>
      </section>
    </Layout>
  );
}
