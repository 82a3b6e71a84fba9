/** Runs on a thread of its own (json-reader.ts): being strict takes several times what JSON.parse alone does. */
import { type Outcome, outcomeOf } from '@/lib/threads/outcome';
import { parseJson } from './json';

/** Checks a body; its value stays here, since it would come back no cheaper than it is parsed. */
export default function check(bytes: Uint8Array): Promise<Outcome<null>> {
  return outcomeOf(() => {
    parseJson(bytes);
    return null;
  });
}
