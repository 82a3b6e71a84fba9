import { base64, type Column } from '@/lib/db/columns';
import type { Match } from './contract';
import { ENCODED_ACTIONS } from './vocabulary';

const { write: encode, read: decode } = base64();

type Change = (text: string) => string;

/** Conditions whose values are base64 in the store (DESIGN 5, CC and ACL content). */
export function encodedMatches(): Column<Match[], string> {
  const through = (matches: Match[], change: Change) =>
    matches.map((match) => ({ ...match, data: change(match.data) }));
  return {
    type: 'text',
    write: (matches) => JSON.stringify(through(matches, encode)),
    read: (stored) => through(JSON.parse(stored), decode),
  };
}

type Action = { action_type: string; content?: string };

/** An action whose content is base64 in the store where it is answered to somebody who is kept out (spec 2.7). */
export function encodedAction<A extends Action>(): Column<A, string> {
  const through = (action: A, change: Change): A =>
    action.content === undefined || !ENCODED_ACTIONS.includes(action.action_type)
      ? action
      : { ...action, content: change(action.content) };
  return {
    type: 'text',
    write: (action) => JSON.stringify(through(action, encode)),
    read: (stored) => through(JSON.parse(stored), decode),
  };
}
