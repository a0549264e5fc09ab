/**
 * Adds the lines of a run that is in progress to its log as they come, and reloads the page when the run
 * has ended. Without scripts, reading the page again does the same.
 */
export const FOLLOW_SCRIPT = `const log = document.querySelector("[data-events]");
if (log) {
  const source = new EventSource(log.dataset.events);
  const atEnd = () => log.scrollTop + log.clientHeight >= log.scrollHeight - 8;
  const add = (text) => {
    const follow = atEnd();
    log.append(text + "\\n");
    while (log.childNodes.length > 5000) log.firstChild.remove();
    if (follow) log.scrollTop = log.scrollHeight;
  };
  const lines = {
    output: ({ level, text }) => (level === "info" ? "" : level + ": ") + text,
    started: ({ method, model }) => "Running " + method + " of " + model,
    waiting: ({ model, holder }) => "Waiting: " + model + " is in use by " + holder,
    data: ({ artifact }) => "wrote " + artifact.name,
    truncated: () => "More output is not kept.",
  };
  for (const [kind, line] of Object.entries(lines)) {
    source.addEventListener(kind, ({ data }) => add(line(JSON.parse(data).event)));
  }
  const over = () => {
    source.close();
    location.reload();
  };
  source.addEventListener("ended", over);
  source.addEventListener("closed", over);
  log.scrollTop = log.scrollHeight;
}
`;
