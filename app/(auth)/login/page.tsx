import { redirect } from 'next/navigation';
import { pageSession, signInFacts } from '@/app/page-session';
import { LoginScreen } from '@/components/auth/login-screen';
import { SignedInBeside } from '@/components/auth/signed-in-beside';
import { safeNextPath } from '@/components/layout/navigation/next-path';
import { version } from '@/package.json';

type Search = Promise<{ next?: string | string[]; why?: string | string[] }>;

export default async function LoginPage({ searchParams }: { searchParams: Search }) {
  const { next, why } = await searchParams;
  const path = typeof next === 'string' ? next : undefined;
  const [facts, session] = await Promise.all([signInFacts(), pageSession()]);
  if (session && why === 'beside') return <SignedInBeside version={version} />;
  if (session) redirect(safeNextPath(path));
  const reason = why === 'ended' || why === 'beside' ? why : undefined;
  return <LoginScreen {...facts} version={version} next={path} why={reason} />;
}
