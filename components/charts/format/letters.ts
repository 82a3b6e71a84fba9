/** Addresses, paths and ids: what is copied and compared letter by letter, and set in mono for it. */
const BY_LETTER = /^(https?:\S*|\/.*|[\d.]+|[\da-f]*:[\da-f:.]+|(?=.*\d)[\da-f-]{16,})$/i;

export const isReadByLetter = (text: string): boolean => BY_LETTER.test(text);
