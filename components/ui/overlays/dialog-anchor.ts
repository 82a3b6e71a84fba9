/** What a dialog keeps free above and below itself, in px. */
const MARGIN = 16;

/**
 * Keeps a centred dialog where it was pressed: one that grows by what its foot was asked for, such as a refusal, grows
 * up and leaves the foot's buttons under the pointer; what was pressed above them stays where it is as well. Before
 * anything is pressed, and in a window of another size, it is centred again.
 */
export function anchorDialog(popup: HTMLElement): () => void {
  const isPhone = matchMedia('(width < 640px)');
  let pressed: 'foot' | 'above' | undefined;
  let shift = 0;
  let before = { height: popup.offsetHeight, room: window.innerHeight };
  const onPress = ({ target }: Event) => {
    pressed = target instanceof Element && target.closest('[data-foot]') ? 'foot' : 'above';
  };
  const onResize = () => {
    const now = { height: popup.offsetHeight, room: window.innerHeight };
    const half = (now.height - before.height) / 2;
    if (pressed === undefined || now.room !== before.room) shift = 0;
    else shift += pressed === 'foot' ? -half : half;
    const most = Math.max(0, (now.room - now.height) / 2 - MARGIN);
    shift = Math.max(-most, Math.min(most, shift));
    before = now;
    // On a phone it is at the bottom, where its foot stays by itself.
    popup.style.top = isPhone.matches ? '' : `${shift}px`;
  };
  const observer = new ResizeObserver(onResize);
  observer.observe(popup, { box: 'border-box' });
  popup.addEventListener('pointerdown', onPress, true);
  popup.addEventListener('keydown', onPress, true);
  return () => {
    observer.disconnect();
    popup.removeEventListener('pointerdown', onPress, true);
    popup.removeEventListener('keydown', onPress, true);
  };
}
