// A draft from a file: it is sent as it is, and the draft that it becomes is opened.
const box = document.querySelector("[data-upload]");
const told = box.querySelector("[data-told]");

box.querySelector("input").addEventListener("change", async (event) => {
  const [file] = event.target.files;
  if (!file) return;
  told.textContent = "…";
  const address = `/workshop/upload?${new URLSearchParams({ name: file.name })}`;
  const response = await fetch(address, { method: "POST", headers: { "content-type": "application/octet-stream" }, body: file });
  const answer = await response.json().catch(() => null);
  if (response.ok) location.href = `/workshop/${answer.draft}`;
  else told.textContent = answer?.error?.message ?? response.statusText;
});
