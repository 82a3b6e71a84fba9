'use client';

import type { Words } from '@/components/audit/diff-text';
import { isAbout } from './about';
import { LogTimeline } from './log-timeline';

/** What was done to an object and to what belongs to it, newest first, from the audit log. */
export function ObjectHistory({ id, title, words }: { id: string; title: string; words?: Words }) {
  return <LogTimeline keyword={id} about={(log) => isAbout(log, id)} title={title} words={words} />;
}
