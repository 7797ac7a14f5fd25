// Times are shown in the reader's own zone.

export function localTimes(part) {
  for (const time of part.querySelectorAll("time[datetime]")) {
    const when = new Date(time.dateTime);
    const look = time.dataset.date === undefined ? { dateStyle: "medium", timeStyle: "short" } : { dateStyle: "long" };
    if (!Number.isNaN(when.valueOf())) time.textContent = when.toLocaleString([], look);
  }
}

localTimes(document);
// What came of a form is in sight, beside the form.
document.querySelector("[data-told]")?.focus();
