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
document.querySelector("[data-notice]")?.focus();

export class Clock {
  /** Counts down to the end of the phase; `now` is the server's time in milliseconds. */
  constructor(now, words) {
    this.skew = now - Date.now();
    this.words = words;
    setInterval(() => this.tick(), 1000);
  }

  clocks() {
    return document.querySelectorAll("[data-deadline]");
  }

  tick() {
    for (const clock of this.clocks()) {
      const ends = Number(clock.dataset.deadline);
      clock.classList.remove("soon");
      if (!ends) continue;
      const left = Math.max(0, Math.round((ends - Date.now() - this.skew) / 1000));
      const [d, h, m, s] = [Math.floor(left / 86400), Math.floor(left / 3600) % 24, Math.floor(left / 60) % 60, left % 60];
      clock.textContent = left === 0 ? this.words.judging : d ? `${d} d ${h} h` : h ? `${h} h ${m} min` : m ? `${m} min ${s} s` : `${s} s`;
      clock.classList.toggle("soon", left < 300);
    }
  }

  /** The phase ends at another time now, or at none. */
  set(deadline) {
    for (const clock of this.clocks()) {
      clock.dataset.deadline = deadline ?? "";
      clock.textContent = deadline ? "" : this.words.no_deadline;
    }
    this.tick();
  }
}
