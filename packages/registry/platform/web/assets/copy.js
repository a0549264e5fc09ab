// Copy buttons are in the page hidden: without this script there is nothing to press.
for (const button of document.querySelectorAll("button[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const source = document.getElementById(button.dataset.copy);
    const label = button.querySelector("[data-label]");
    const before = label.textContent;
    try {
      await navigator.clipboard.writeText(source.textContent.trim());
      label.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(source);
      label.textContent = "Selected";
    }
    button.addEventListener("blur", () => label.textContent = before, { once: true });
  });
}
