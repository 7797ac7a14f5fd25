// What the pages use of CodeMirror, as one file: `scripts/editor/build` makes it.
export { EditorState, StateEffect, StateField, RangeSetBuilder, Compartment } from "@codemirror/state";
export {
  EditorView, Decoration, WidgetType, keymap, lineNumbers, highlightActiveLine, drawSelection,
  highlightActiveLineGutter, gutter, GutterMarker,
} from "@codemirror/view";
export { defaultKeymap, history, historyKeymap, undo, redo } from "@codemirror/commands";
export { autocompletion, completionKeymap, acceptCompletion } from "@codemirror/autocomplete";
export { StreamLanguage, syntaxHighlighting, HighlightStyle } from "@codemirror/language";
export { tags } from "@lezer/highlight";
export { toml } from "@codemirror/legacy-modes/mode/toml";
