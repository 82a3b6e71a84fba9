'use client';

import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useEffect, useMemo, useRef, useState } from 'react';
import { RENDER_HINTS } from '@/components/charts/result/contract';
import { useSession } from '@/components/layout/account/session';
import { DENSITIES } from '@/lib/i18n/preferences';
import { entriesOf, type Subject } from './entries';
import { LANGUAGE_CHOICES, THEME_CHOICES, WIDTHS } from './islands';
import { keepSubject, keptSubject } from './kept-subject';
import { subjectIn } from './permalink';

/** Id of what came from a link, from a live chart or from a declaration. */
export const OPENED = 'opened';

const parsers = {
  hint: parseAsStringLiteral(RENDER_HINTS).withDefault('categorical_distribution_over_time'),
  fixture: parseAsString.withDefault(''),
  theme: parseAsStringLiteral(THEME_CHOICES).withDefault('both'),
  lang: parseAsStringLiteral(LANGUAGE_CHOICES).withDefault('both'),
  width: parseAsStringLiteral(WIDTHS).withDefault('480'),
  density: parseAsStringLiteral(DENSITIES).withDefault('comfortable'),
};

/** Keeps what is open when the page is left, with what was typed into it. */
function useKept(user_id: string, opened: Subject | undefined): void {
  const latest = useRef(opened);
  latest.current = opened;
  useEffect(() => {
    const keep = () => {
      if (latest.current) keepSubject(user_id, latest.current);
    };
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [user_id]);
}

/**
 * What the bench shows: the state of the address, and what was edited, by the fixture it began with, for as long as the
 * page is open.
 */
export function useBench() {
  const [state, set] = useQueryStates(parsers, { history: 'push' });
  const [edits, setEdits] = useState<Readonly<Record<string, Subject>>>({});
  const [unsaved, setUnsaved] = useState<ReadonlySet<string>>(new Set());
  const { hint, fixture } = state;
  const entries = useMemo(() => entriesOf(hint), [hint]);
  const opened = edits[OPENED];
  const [isRead, setRead] = useState(false);
  const { user_id } = useSession().user;
  useKept(user_id, opened);
  const entry = entries.find(({ id }) => id === fixture) ?? entries[0];
  const isOpened = fixture === OPENED && opened !== undefined;
  const id = isOpened ? OPENED : (entry?.id ?? '');
  const key = isOpened ? OPENED : `${hint}/${id}`;
  const original = useMemo(() => (isOpened ? undefined : entry?.open()), [isOpened, entry]);
  const subject = edits[key] ?? original;

  useEffect(() => {
    let isShown = true;
    const read = async () => {
      const linked = await subjectIn(location.hash);
      if (!isShown) return;
      setRead(true);
      const found = linked ?? keptSubject(user_id);
      if (found) setEdits((known) => ({ ...known, [OPENED]: found }));
      if (linked) await set({ fixture: OPENED }, { history: 'replace' });
    };
    void read();
    window.addEventListener('hashchange', read);
    return () => {
      isShown = false;
      window.removeEventListener('hashchange', read);
    };
  }, [set, user_id]);

  const keep = () => setUnsaved((known) => new Set([...known].filter((one) => one !== key)));

  return {
    state,
    set,
    entries,
    id,
    /** Changes with what is shown, not with what is typed into it. */
    key,
    subject,
    isEdited: !isOpened && edits[key] !== undefined,
    hasOpened: opened !== undefined,
    /** The address names what was opened, and holds nothing of it. */
    isGone: fixture === OPENED && isRead && opened === undefined,
    /** Whether something was typed that is in no file and no link. */
    isUnsaved: unsaved.size > 0,
    edit: (text: string) => {
      // The editor also tells what it was set to.
      if (!subject || text === subject.text) return;
      setEdits((known) => ({ ...known, [key]: { ...subject, text } }));
      setUnsaved((known) => new Set(known).add(key));
    },
    discard: () => {
      setEdits(({ [key]: _, ...rest }) => rest);
      keep();
    },
    /** What is shown is kept elsewhere now. */
    keep,
    /** Shows what is no fixture yet. */
    open: (next: Subject) => {
      setEdits((known) => ({ ...known, [OPENED]: next }));
      void set({ fixture: OPENED });
    },
  };
}
export type Bench = ReturnType<typeof useBench>;
