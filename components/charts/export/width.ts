import type { WidthOf } from './shape';

/** Measures words in a font of the page, as the browser will set them; a face that is not loaded yet counts as another. */
export function widthIn(font: string): WidthOf {
  const pen = document.createElement('canvas').getContext('2d');
  if (!pen) throw new Error('no canvas');
  return (text, size, weight = 400) => {
    pen.font = `${weight} ${size}px ${font}`;
    return pen.measureText(text).width;
  };
}
