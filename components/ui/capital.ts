/** A text as a sentence or a label begins; one without letters of two sizes stays as it is. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
