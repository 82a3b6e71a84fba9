import { call } from '@/lib/api/client';
import { domainSettings } from '@/lib/guard/settings/contract';
import { documentsOf, switched } from './draft';

/** Switches the WAF of a domain and leaves the other keys of the setting as they are. Throws ApiError. */
export async function switchWaf(domain_id: string, on: boolean): Promise<void> {
  const params = { id: domain_id };
  const { settings } = await call(domainSettings.view, { params });
  const waf = JSON.stringify(switched(documentsOf(settings).waf, on));
  await call(domainSettings.edit, { params, body: { settings: { waf } } });
}
