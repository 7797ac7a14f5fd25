// The editor of the workshop: one text in CodeMirror, its faults under their lines, its completions.
// It lives in a shadow root, so that its styles need no exception from the page's policy.
import {
  Decoration, EditorState, EditorView, HighlightStyle, StateEffect, StateField, StreamLanguage, WidgetType,
  acceptCompletion, autocompletion, completionKeymap, defaultKeymap, drawSelection, highlightActiveLine,
  history, historyKeymap, keymap, lineNumbers, redo, syntaxHighlighting, tags, toml, undo,
} from "./vendor/codemirror.js";
import { make } from "./dom.js";

const DETAILS = /^\s+(army|fleet(\/\w+)?|also|sort|seeds|strait|inset|outline|at)\b/;
const KINDS = /^(inland|coast|sea|impassable|center|noconvoy|convoy)\b/;

/** The words of a map text. */
const mapText = StreamLanguage.define({
  startState: () => ({ head: false }),
  token(stream, state) {
    if (stream.match(/#.*/)) return "comment";
    if (stream.sol()) {
      state.head = false;
      if (stream.match(/@\w+/)) return "keyword";
      if (stream.match(DETAILS)) return "atom";
      if (stream.match(/[a-z]\w*/)) return (state.head = true) && "strong";
    }
    if (stream.eatSpace()) return null;
    if (state.head && stream.match(KINDS)) return "keyword";
    if (stream.match(/[-\d.]+,[-\d.]+/)) return "comment";
    stream.match(/\S+/);
    return state.head ? "string" : null;
  },
});

const LOOK = EditorView.theme({
  "&": { height: "100%", fontSize: "13px", color: "var(--ink)", backgroundColor: "var(--paper)" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".cm-gutters": { backgroundColor: "var(--paper)", color: "var(--faded)", border: "0" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--note) 60%, transparent)" },
  ".cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": { background: "color-mix(in srgb, var(--accent) 28%, transparent)" },
  ".wrong": { backgroundColor: "color-mix(in srgb, var(--bad) 12%, transparent)", boxShadow: "inset 3px 0 0 var(--bad)" },
  ".noted": { padding: "2px 8px 6px 12px" },
  ".fault": { padding: "6px 10px", borderLeft: "3px solid var(--bad)", background: "var(--sheet)", border: "1px solid color-mix(in srgb, var(--bad) 45%, transparent)", borderLeftWidth: "3px", borderRadius: "0 6px 6px 0", fontFamily: "var(--sans)", whiteSpace: "normal", color: "var(--ink)" },
  ".fault p": { margin: "0 0 4px" },
  ".fault button": { font: "inherit", fontSize: "12px", marginRight: "6px", padding: "3px 9px", minHeight: "26px", border: "1px solid var(--edge)", borderRadius: "5px", background: "var(--sheet)", color: "var(--ink)", cursor: "pointer" },
  ".cm-tooltip": { backgroundColor: "var(--sheet)", color: "var(--ink)", border: "1px solid var(--edge)" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--on-accent)" },
});
const COLORS = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--accent)" },
  { tag: tags.atom, color: "var(--accent)" },
  { tag: tags.comment, color: "var(--faded)", fontStyle: "italic" },
  { tag: tags.string, color: "light-dark(#24507a, #9fc3e6)" },
  { tag: tags.strong, fontWeight: "700" },
  { tag: tags.propertyName, fontWeight: "600" },
  { tag: tags.number, color: "light-dark(#24507a, #9fc3e6)" },
]);

const setFaults = StateEffect.define();

/** A fault under its line, with repairs to choose. */
class FaultNote extends WidgetType {
  constructor(fault, mend) {
    super();
    this.fault = fault;
    this.mend = mend;
  }

  eq(other) {
    return other.fault === this.fault;
  }

  toDOM() {
    // Room round it is padding: what lies outside of a block is not counted for the lines below.
    const room = make("div", { class: "noted" });
    const box = make("div", { class: "fault", role: "note" });
    room.append(box);
    box.append(make("p", {}, this.fault.text));
    for (const fix of this.fault.fixes ?? []) {
      const button = make("button", { type: "button" }, fix.label);
      button.addEventListener("click", () => this.mend(fix));
      box.append(button);
    }
    return room;
  }

  ignoreEvent() {
    return true;
  }
}

const LONG = /^\s+(outline|seeds|strait)\s/, SHOWN = 40;

/** Long rows of points are cut short, but for the one that is written in. */
function cut(state) {
  const rows = [];
  const here = state.doc.lineAt(state.selection.main.head).number;
  for (let number = 1; number <= state.doc.lines; number++) {
    const line = state.doc.line(number);
    if (number !== here && line.length > SHOWN + 4 && LONG.test(line.text)) rows.push(Decoration.replace({ widget: new Cut() }).range(line.from + SHOWN, line.to));
  }
  return Decoration.set(rows);
}

class Cut extends WidgetType {
  eq() {
    return true;
  }

  toDOM() {
    return make("span", { class: "cut" }, " …");
  }

  ignoreEvent() {
    return false;
  }
}

const cuts = StateField.define({
  create: cut,
  update: (value, change) => (change.docChanged || change.selection ? cut(change.state) : value),
  provide: (field) => EditorView.decorations.from(field),
});

function noted(state, faults, mend) {
  const marks = [];
  for (const fault of faults) {
    const line = state.doc.line(Math.min(Math.max(1, fault.line), state.doc.lines));
    if (fault.line) marks.push(Decoration.line({ class: "wrong" }).range(line.from));
    marks.push(Decoration.widget({ widget: new FaultNote(fault, mend), block: true, side: fault.line ? 1 : -1 }).range(fault.line ? line.to : line.from));
  }
  return Decoration.set(marks, true);
}

export class Writing {
  /** `changed(text)` is called after every change; `known()` gives the words to complete with; keys for undoing ask `back` and `again`. */
  constructor(host, { file, text, changed, known, chosen, back, again }) {
    this.file = file;
    this.quiet = false;
    // After a text that was set, typing begins a step of its own.
    this.fresh = false;
    const mend = (fix) => this.mend(fix);
    const notes = StateField.define({
      create: () => Decoration.none,
      update(value, change) {
        for (const effect of change.effects) if (effect.is(setFaults)) return noted(change.state, effect.value, mend);
        return value.map(change.changes);
      },
      provide: (field) => EditorView.decorations.from(field),
    });
    const root = host.attachShadow({ mode: "open" });
    const frame = make("div");
    root.append(frame);
    frame.style.height = "100%";
    this.view = new EditorView({
      root,
      parent: frame,
      state: EditorState.create({
        doc: text,
        extensions: [
          lineNumbers(), history({ joinToEvent: (change, adjacent) => adjacent && !this.quiet && !this.fresh }), drawSelection(), highlightActiveLine(), notes, LOOK, syntaxHighlighting(COLORS),
          keymap.of([{ key: "Tab", run: acceptCompletion }, ...stepping(back, again), ...completionKeymap, ...defaultKeymap, ...historyKeymap]),
          EditorView.lineWrapping,
          ...(file.endsWith(".toml") ? [StreamLanguage.define(toml)] : file === "map.txt" ? [mapText, cuts] : []),
          autocompletion({ override: [(at) => completed(at, file, known())], icons: false }),
          EditorView.contentAttributes.of({ "aria-label": file, tabindex: "0" }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) this.fresh = this.quiet;
            if (update.docChanged && !this.quiet) changed(this.text);
            if (update.selectionSet && !update.docChanged) chosen?.(this.line);
          }),
        ],
      }),
    });
  }

  get text() {
    return this.view.state.doc.toString();
  }

  /** The number of the line that the cursor is in. */
  get line() {
    return this.view.state.doc.lineAt(this.view.state.selection.main.head).number;
  }

  /** Another text, as one step that can be undone, for which `changed` is not called; the cursor stays where it can. */
  set(text) {
    const old = this.text;
    if (old === text) return;
    let from = 0;
    const most = Math.min(old.length, text.length);
    while (from < most && old[from] === text[from]) from++;
    let end = 0;
    while (end < most - from && old[old.length - 1 - end] === text[text.length - 1 - end]) end++;
    this.quiet = true;
    this.view.dispatch({ changes: { from, to: old.length - end, insert: text.slice(from, text.length - end) } });
    this.quiet = false;
  }

  faults(list) {
    this.view.dispatch({ effects: setFaults.of(list) });
  }

  /** Write the lines of a repair. */
  mend(fix) {
    const doc = this.view.state.doc;
    const changes = Object.entries(fix.lines).map(([number, insert]) => {
      const line = doc.line(Math.min(Number(number), doc.lines));
      return { from: line.from, to: line.to, insert };
    });
    this.view.dispatch({ changes });
    this.view.focus();
  }

  /** Choose a line, and bring it into view within the editor: the page stays where it is. */
  go(number) {
    const line = this.view.state.doc.line(Math.min(Math.max(1, number), this.view.state.doc.lines));
    this.view.dispatch({ selection: { anchor: line.from } });
    const scroller = this.view.scrollDOM;
    scroller.scrollTop = this.view.lineBlockAt(line.from).top - scroller.clientHeight / 2;
  }

  focus() {
    this.view.focus();
  }

  undo() {
    return undo(this.view);
  }

  redo() {
    return redo(this.view);
  }
}

/** The keys with which one goes back, and again forward. */
function stepping(back, again) {
  const key = (name, act) => ({ key: name, preventDefault: true, run: () => { act(); return true; } });
  return [key("Mod-z", back), key("Mod-y", again), key("Mod-Shift-z", again)];
}

/** Keys at the beginning of a line, places after that. */
function completed(at, file, known) {
  const word = at.matchBefore(/[@\w/]*/);
  if (!word || (word.from === word.to && !at.explicit)) return null;
  const before = at.state.doc.lineAt(at.pos).text.slice(0, word.from - at.state.doc.lineAt(at.pos).from);
  const options = file === "map.txt" ? inMap(before, known) : file.endsWith(".toml") ? inToml(before, known) : known.places;
  return { from: word.from, options, validFor: /^[@\w/]*$/ };
}

function inMap(before, known) {
  if (before === "") return [...known.directives, ...known.places];
  if (/^\s+$/.test(before)) return known.details;
  if (/^\S+\s+$/.test(before) && before[0] !== "@") return known.kinds;
  return known.places;
}

function inToml(before, known) {
  if (/^\s*$/.test(before)) return known.keys;
  if (/modules|use\s*=/.test(before)) return known.modules;
  return [...known.places, ...known.modules];
}
