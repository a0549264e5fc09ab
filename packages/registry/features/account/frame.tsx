import type { Child } from "hono/jsx";
import { AccountNav, type AccountPath } from "../../access/page/account_nav.tsx";
import { Layout, type PageFrame } from "../../platform/web/layout/layout.tsx";

interface AccountFrameProps extends PageFrame {
  title: string;
  path: AccountPath;
  children?: Child;
}

/** The frame of a page of the account: its title, and the way to the other pages. */
export function AccountFrame({ title, path, viewer, children }: AccountFrameProps) {
  return (
    <Layout title={title} viewer={viewer} here={path} noIndex>
      <div class="title-row">
        <h1>{title}</h1>
        <form method="post" action="/sign-out">
          <button type="submit">Sign out</button>
        </form>
      </div>
      <AccountNav current={path} />
      {children}
    </Layout>
  );
}
