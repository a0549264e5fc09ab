/** The foot of every page. */
export function SiteFooter() {
  return (
    <footer class="site-footer">
      <nav aria-label="More">
        <a href="/search">All extensions</a>
        <a href="/docs">Documentation</a>
        <a href="/api/v1/openapi.json">API description</a>
      </nav>
      <p>This registry reads extensions as data and never runs them.</p>
    </footer>
  );
}
