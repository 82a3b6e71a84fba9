/** A number where the text is plainly one and reads back the same; else the text. Empty is undefined. */
export function parseNumber(text: string): number | string | undefined {
  if (text === '') return undefined;
  const number = Number(text);
  return /^-?\d{1,15}(\.\d+)?$/.test(text) && String(number) === text ? number : text;
}
