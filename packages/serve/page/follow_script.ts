/**
 * Adds the lines of a run that is in progress to its log as they come, and reloads the page when the run
 * has ended. Without scripts, reading the page again does the same. The server makes the HTML of a line.
 *
 * A browser connects again by itself to a server that was restarted. The page stays while none takes
 * requests: reloaded then, it would be the browser's or a proxy's page of an error.
 */
export const FOLLOW_SCRIPT = `const log = document.querySelector("[data-events]");
if (log) {
  const source = new EventSource(log.dataset.events);
  const atEnd = () => log.scrollTop + log.clientHeight >= log.scrollHeight - 8;
  const add = ({ data }) => {
    const follow = atEnd();
    log.insertAdjacentHTML("beforeend", JSON.parse(data).html);
    while (log.childNodes.length > 5000) log.firstChild.remove();
    if (follow) log.scrollTop = log.scrollHeight;
  };
  for (const kind of ["output", "started", "waiting", "data", "truncated"]) {
    source.addEventListener(kind, add);
  }
  const later = () => setTimeout(over, 2000);
  const over = () => {
    source.close();
    fetch("/ready").then(({ status }) => status < 500 ? location.reload() : later(), later);
  };
  source.addEventListener("ended", over);
  source.addEventListener("error", () => source.readyState === EventSource.CLOSED && over());
  log.scrollTop = log.scrollHeight;
}
`;
