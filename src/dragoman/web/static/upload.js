// A draft from a file: it is sent as it is, and the draft that it becomes is opened.
const box = document.querySelector("[data-upload]");
const outcome = box.querySelector("[data-answer]");

/** What is in a file, as text that JSON can hold. */
async function packed(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const parts = [];
  for (let at = 0; at < bytes.length; at += 32768) parts.push(String.fromCharCode(...bytes.subarray(at, at + 32768)));
  return btoa(parts.join(""));
}

const input = box.querySelector("input");
input.addEventListener("change", chosen);
chosen(); // a file may have been chosen before this script had come

async function chosen() {
  const [file] = input.files;
  if (!file) return;
  outcome.textContent = "…";
  try {
    await sent(file);
  } catch {
    // The file cannot be read, or nobody answers; the same file can be chosen again.
    outcome.textContent = box.dataset.trouble;
    input.value = "";
  }
}

async function sent(file) {
  const body = JSON.stringify({ name: file.name, data: await packed(file) });
  const response = await fetch("/workshop/upload", { method: "POST", headers: { "content-type": "application/json" }, body });
  const answer = await response.json().catch(() => null);
  if (response.ok) location.href = `/workshop/${answer.draft}`;
  else outcome.textContent = answer?.error?.message ?? box.dataset.trouble;
}
