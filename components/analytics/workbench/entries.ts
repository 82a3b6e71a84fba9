import { documentText, type FixtureFile } from '@/components/charts/fixtures/fixture-file';
import { hintOf, SAVED } from '@/components/charts/fixtures/saved';
import type { RenderHint } from '@/components/charts/result/contract';
import { FIXTURES } from '@/components/charts/result/fixtures';

/** What the bench draws: a result as text, which need not be one yet, and what it takes to draw it. */
export type Subject = Omit<FixtureFile, 'result'> & {
  /** null: nothing was answered yet. */
  text: string | null;
};

/** One state of a hint; `open` gives it afresh. */
export type Entry = { id: string; open: () => Subject };

/** Id of the state in which nothing was answered yet. */
const LOADING = 'loading';
/** Where fixtures without a zone of their own are read. */
const ZONE = 'Asia/Shanghai';
/** A good while after the latest of the fixtures that are made: every bucket is closed. */
const LATER = Date.UTC(2027, 0, 1);

export const subjectOf = ({ result, ...file }: FixtureFile): Subject => ({ ...file, text: documentText(result) });

/** The states of a hint: results as they are answered, then the edge cases that every hint must survive. */
export function entriesOf(hint: RenderHint): Entry[] {
  const saved = SAVED.filter((file) => hintOf(file) === hint).map(({ id, ...file }) => ({
    id,
    open: () => subjectOf(file),
  }));
  const made = FIXTURES.map((fixture) => ({
    id: fixture.id,
    open: () =>
      subjectOf({
        page: null,
        tz: fixture.tz ?? ZONE,
        answered_at: LATER,
        window: fixture.window(hint),
        result: fixture.result(hint),
      }),
  }));
  const [first] = made;
  const loading = first ? [{ id: LOADING, open: () => ({ ...first.open(), text: null }) }] : [];
  return [...saved, ...loading, ...made];
}
