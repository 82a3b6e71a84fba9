import { isLocale } from '@/lib/i18n/locales';
import { clientMessages } from '@/lib/i18n/messages';

/** The texts of one language, for switching it in place. */
export async function GET(_request: Request, { params }: { params: Promise<{ locale: string }> }) {
  const { locale } = await params;
  if (!isLocale(locale)) return new Response(null, { status: 404 });
  return Response.json(clientMessages(locale), { headers: { 'Cache-Control': 'private, max-age=300' } });
}
