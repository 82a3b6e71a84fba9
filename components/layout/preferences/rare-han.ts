import { useEffect } from 'react';

/** The font of `app/han.css` that has no Han. */
const RARE = 'Parapet Rare Han';

const isNeeded = () => [...document.fonts].some((face) => face.family.includes(RARE) && face.status === 'loaded');

/**
 * Loads the faces of all Han, a stylesheet of 33 KB gzipped, once a page shows a character that the interface's own font
 * lacks: what users wrote. The browser asks for the font without Han then.
 */
export function useRareHan(): void {
  useEffect(() => {
    const onLoaded = () => {
      if (!isNeeded()) return;
      document.fonts.removeEventListener('loadingdone', onLoaded);
      void import('@fontsource-variable/noto-sans-sc/index.css');
    };
    document.fonts.addEventListener('loadingdone', onLoaded);
    onLoaded();
    return () => document.fonts.removeEventListener('loadingdone', onLoaded);
  }, []);
}
