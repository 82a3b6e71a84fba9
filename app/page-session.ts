import { headers } from 'next/headers';
import { isInsecure, pageOem, pageSession } from '@/lib/runtime/page';

export { pageSession };

/** The path and query of the page being rendered: the front server says it, Next itself does not. */
export async function pagePath(): Promise<string | null> {
  return (await headers()).get('x-parapet-path');
}

export type SignInFacts = { oem_name: string; host: string; insecure_transport: boolean };

/** What the sign-in page says about where it is. A loopback address needs no warning. */
export async function signInFacts(): Promise<SignInFacts> {
  const [head, oem] = await Promise.all([headers(), pageOem()]);
  const host = head.get('host') ?? '';
  return { oem_name: oem.name, host, insecure_transport: isInsecure(host, head.get('x-forwarded-proto') === 'https') };
}
