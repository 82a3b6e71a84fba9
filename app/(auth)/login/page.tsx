import { redirect } from 'next/navigation';
import { pageSession, signInFacts } from '@/app/page-session';
import { LoginScreen } from '@/components/auth/login-screen';
import { safeNextPath } from '@/components/layout/navigation/next-path';
import { version } from '@/package.json';

type Search = Promise<{ next?: string | string[] }>;

export default async function LoginPage({ searchParams }: { searchParams: Search }) {
  const { next } = await searchParams;
  const path = typeof next === 'string' ? next : undefined;
  const [facts, session] = await Promise.all([signInFacts(), pageSession()]);
  if (session) redirect(safeNextPath(path));
  return <LoginScreen {...facts} version={version} next={path} />;
}
