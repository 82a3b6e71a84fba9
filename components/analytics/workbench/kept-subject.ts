import type { Subject } from './entries';
import { readSubject } from './permalink';

const keyOf = (user_id: string) => `parapet.opened.${user_id}`;

/** Keeps what one opened for this tab, so that a reload shows it again. */
export function keepSubject(user_id: string, subject: Subject): void {
  try {
    sessionStorage.setItem(keyOf(user_id), JSON.stringify(subject));
  } catch {
    // A full or forbidden store only means that a reload does not have it.
  }
}

/** What this person opened in this tab; null where that is nothing, or cannot be read. */
export function keptSubject(user_id: string): Subject | null {
  try {
    return readSubject(JSON.parse(sessionStorage.getItem(keyOf(user_id)) ?? 'null'));
  } catch {
    return null;
  }
}
