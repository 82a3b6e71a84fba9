'use client';

import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { latePart } from '../preferences/late-part';

const ShortcutsSheet = latePart(() => import('./shortcuts-sheet').then((part) => part.ShortcutsSheet));

export type Shortcut = {
  /** `KeyboardEvent.key`, such as `j`, `/` or `Enter`. */
  key: string;
  label: string;
  /** Left out where the focused element answers the key itself and the sheet only tells of it. */
  run?: () => unknown;
  /** Shown instead of the key. */
  cap?: string;
  /** Once per press: a key held down does not run it again. */
  once?: boolean;
};

type Registry = {
  add: (group: symbol, shortcuts: readonly Shortcut[]) => void;
  remove: (group: symbol) => void;
  /** Opens the sheet. */
  show: () => void;
};
const RegistryContext = createContext<Registry>({ add: () => {}, remove: () => {}, show: () => {} });
const STORAGE_KEY = 'parapet.shortcuts';

/** A notice of a failure calls itself a dialog, too, and must not silence the page as long as it stays. */
const KEEPS_KEYS = '[role=alertdialog]:not([data-toast]), [role=dialog][aria-modal=true], [role=menu], [role=listbox]';

/** Keys belong to whoever types; a menu or dialog keeps them to itself. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return true;
  const target = event.target instanceof Element ? event.target : null;
  if (
    target?.closest(
      'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true], [role=menu], [role=listbox]',
    )
  )
    return true;
  return document.querySelector(KEEPS_KEYS) !== null;
}

function readEnabled(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== 'off';
  } catch {
    return true;
  }
}

/**
 * Single-key shortcuts, the sheet `?` opens, and the switch that turns them off (WCAG 2.1.4). The sheet is made from
 * what is registered, so it lists what works on this page and nothing else.
 */
export function ShortcutsProvider({ children }: { children: ReactNode }) {
  const groups = useRef(new Map<symbol, readonly Shortcut[]>());
  const [open, setOpen] = useState(false);
  const [enabled, setEnabled] = useState(true);
  const enabledRef = useRef(true);

  const registry = useMemo<Registry>(
    () => ({
      add: (group, shortcuts) => groups.current.set(group, shortcuts),
      remove: (group) => groups.current.delete(group),
      show: () => setOpen(true),
    }),
    [],
  );

  useEffect(() => {
    enabledRef.current = readEnabled();
    setEnabled(enabledRef.current);
    const onKeyDown = (event: KeyboardEvent) => {
      if (isTaken(event)) return;
      if (event.key === '?') {
        event.preventDefault();
        setOpen(true);
        return;
      }
      if (!enabledRef.current && event.key.length === 1) return;
      for (const shortcuts of [...groups.current.values()].reverse()) {
        const found = shortcuts.find((shortcut) => shortcut.run && shortcut.key === event.key);
        if (!found) continue;
        event.preventDefault();
        if (!(found.once && event.repeat)) found.run?.();
        return;
      }
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);

  const toggle = (next: boolean) => {
    enabledRef.current = next;
    setEnabled(next);
    try {
      localStorage.setItem(STORAGE_KEY, next ? 'on' : 'off');
    } catch {
      // A browser without storage forgets the choice with the page.
    }
  };

  return (
    <RegistryContext value={registry}>
      {children}
      {open ? (
        <ShortcutsSheet
          shortcuts={[...groups.current.values()].flat()}
          enabled={enabled}
          onToggle={toggle}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </RegistryContext>
  );
}

/** Registers shortcuts while the caller is mounted. Later ones win over earlier ones of the same key. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const registry = useContext(RegistryContext);
  const id = useRef(Symbol('shortcuts'));
  // Before the page is painted: a key acts on what its reader sees, never on the row that was open before.
  useLayoutEffect(() => {
    registry.add(id.current, shortcuts);
  });
  useEffect(() => {
    const group = id.current;
    return () => registry.remove(group);
  }, [registry]);
}

/** Opens the sheet of the shortcuts, for who does not know its key. */
export const useShortcutSheet = (): (() => void) => useContext(RegistryContext).show;
