// Links that are to be copied: the field selects itself, the button copies and says so.
for (const field of document.querySelectorAll("[data-copy]")) {
  field.addEventListener("focus", () => field.select());
  const button = field.parentElement.querySelector("[data-copies]");
  button?.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      field.select(); // without leave to write, the reader copies what is selected
      if (!document.execCommand("copy")) return;
    }
    button.textContent = button.dataset.done;
  });
}
