// The switch for news in this browser.

const part = document.querySelector("[data-push]");
const button = part.querySelector("button");
const said = part.dataset;

const able = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
if (!able) say(said.unable);
else begin();

async function begin() {
  const worker = await navigator.serviceWorker.register("/push.js", { scope: "/push/" });
  let kept = await worker.pushManager.getSubscription();
  show();
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      kept = kept ? await end(kept) : await start(worker);
      say(kept ? said.begun : said.ended);
    } catch (error) {
      say(Notification.permission === "denied" ? said.denied : `${said.failed} ${error.message}`);
    }
    show();
  });

  function show() {
    button.textContent = kept ? said.off : said.on;
    button.hidden = button.disabled = false;
  }
}

async function start(worker) {
  if ((await Notification.requestPermission()) !== "granted") throw new Error(said.denied);
  const { key } = await ask("/api/me/push/key", {});
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = made.toJSON();
  try {
    await ask("/api/me/push", { endpoint, keys });
  } catch (error) {
    await made.unsubscribe();
    throw error;
  }
  return made;
}

async function end(kept) {
  await ask("/api/me/push/end", { endpoint: kept.endpoint });
  await kept.unsubscribe();
  return null;
}

async function ask(address, body) {
  const headers = { "content-type": "application/json" };
  const response = await fetch(address, { method: "POST", headers, body: JSON.stringify(body) });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error.message);
  return answer;
}

function say(text) {
  part.querySelector("[role=status]").textContent = text;
}
