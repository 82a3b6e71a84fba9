/** The password as the sign-in endpoint wants it: canonical base64 of its UTF-8 bytes (spec section 3). */
export function encodePassword(password: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(password)));
}
