import { type Completion, type CompletionSource, pickedCompletion } from '@codemirror/autocomplete';
import type { EditorView } from '@codemirror/view';
import { type Place, placeAt } from './places';
import type { Words } from './vocabulary';

function readable(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Completes the fields and values that `words` knows at the cursor; the document as it could last be read names columns. */
export function completing(words: Words): CompletionSource {
  let last: unknown;
  return ({ state, pos, explicit }) => {
    const place = placeAt(state, pos);
    if (!place || (place.from === place.to && !explicit)) return null;
    last = readable(state.doc.toString()) ?? last;
    const typed = state.sliceDoc(place.from, pos).replace('"', '').toLowerCase();
    const known = words(place.kind, place.path, last);
    const options = known
      .filter((word) => word.toLowerCase().includes(typed))
      .map((word): Completion => {
        const label = JSON.stringify(word);
        return { label, type: place.kind === 'name' ? 'property' : 'enum', apply: insertion(label, place) };
      });
    // The editor would compare with the quote behind the cursor too.
    return options.length === 0 ? null : { from: place.from, to: place.to, options, filter: false };
  };
}

/** Writes a word over the one that is there, and the colon that a new name needs. */
function insertion(label: string, place: Place) {
  const insert = place.kind === 'name' && !place.hasValue ? `${label}: ` : label;
  return (view: EditorView, completion: Completion, from: number, to: number) => {
    // The editor closes a quote that is opened; the word brings its own.
    const end = view.state.doc.sliceString(to, to + 1) === '"' && to - from <= 1 ? to + 1 : to;
    view.dispatch({
      changes: { from, to: end, insert },
      selection: { anchor: from + insert.length },
      annotations: pickedCompletion.of(completion),
    });
  };
}
