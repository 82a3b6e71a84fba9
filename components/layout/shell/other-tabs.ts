import { send } from '@/lib/api/client';
import { asTheme, type Theme } from '@/lib/i18n/preferences';
import { leaveIfTurnedAway } from './query-client';

/**
 * What another tab of this browser changed meanwhile: the theme, and who is signed in. A page of somebody else's begins
 * anew, since it would call with the rights of one and name the other.
 */
export async function catchUp(user_id: string, theme: Theme, setTheme: (theme: Theme) => void): Promise<void> {
  if (document.hidden) return;
  const chosen = /(?:^|; )theme=([^;]+)/.exec(document.cookie)?.[1];
  if (chosen !== undefined && asTheme(chosen) !== theme) setTheme(asTheme(chosen));
  try {
    const answer = await send('/console/session', { method: 'GET' });
    const { data } = (await answer.json()) as { data: { user: { user_id: string } } };
    if (data.user.user_id !== user_id) window.location.reload();
  } catch (error) {
    leaveIfTurnedAway(error);
  }
}
