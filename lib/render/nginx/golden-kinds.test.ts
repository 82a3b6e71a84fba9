import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Openssl } from '@/lib/guard/certs/testing';
import type { NodeSettings } from './content';
import { renderNode, renderPiece } from './node';
import { rangeFiles } from './ranges';
import { renderSite, servedSite } from './site';
import { TestNginx } from './testing';
import { KINDS, type Kind, siteOfKind } from './testing-kinds';

const node: NodeSettings = {
  ...{ node_id: 'hk-1', http: 80, https: 443, listen: [], root: '/etc/parapet/current', logs: '/var/log/parapet' },
  ...{ certificates: '/etc/parapet/certificates', crs: '/etc/parapet/crs', trusted_proxies: [] },
  ...{ probe: 'probe', revision: 3 },
};
const PIECE = renderPiece(['192.0.2.0/24', '2001:db8::/32']);

function rendered(kind: Kind, settings: NodeSettings): Map<string, string> {
  const lists = kind.lists ?? [];
  const { site, policy } = siteOfKind(kind);
  const ranges = (kind.ranges ?? []).map(({ kind: of, value }) => {
    return { kind: of, value, file: `${settings.root}/ranges/${of}-${value}` };
  });
  const { files } = renderSite({ site, policy, lists, node: settings });
  return new Map([...renderNode(settings, [servedSite(site, settings.root)], lists, ranges), ...files]);
}

/** What a kind adds to the files of a site that has nothing; unknown lines of known files, and unknown files as they are. */
function added(kind: Kind): string {
  const plain = rendered({}, node);
  return [...rendered(kind, { ...node, ...kind.node })]
    .map(([name, text]) => {
      const known = new Set(plain.get(name)?.split('\n'));
      const own = name.startsWith('sites/') ? text.split('\n') : text.split('\n').filter((line) => !known.has(line));
      return { name, text: own.join('\n').trim() };
    })
    .filter(({ text }) => text !== '')
    .map(({ name, text }) => `# ${name}\n${text}\n`)
    .join('\n');
}

const all = Object.entries(KINDS);

describe('what nodes are given for', () => {
  it.each(all)('%s', async (name, kind) => {
    await expect(added(kind)).toMatchFileSnapshot(`golden/kinds/${name}.conf`);
  });
});

describe('nginx accepts', () => {
  let nginx: TestNginx;
  let openssl: Openssl;
  beforeEach(() => {
    nginx = new TestNginx(8080, 8443);
    openssl = new Openssl();
    const certificate = path.join(nginx.settings.certificates, '7');
    mkdirSync(certificate);
    const pair = openssl.pair();
    writeFileSync(path.join(certificate, 'chain.pem'), pair.cert);
    writeFileSync(path.join(certificate, 'key.pem'), pair.key);
  });
  afterEach(async () => {
    openssl.close();
    await nginx.stop();
  });

  it.each(all)('%s', (_, kind) => {
    const { http, https } = nginx.settings;
    const settings = { ...nginx.settings, node_id: node.node_id, ...kind.node, http, https, listen: ['127.0.0.1'] };
    nginx.write(new Map([['pieces/aa.conf', PIECE]]));
    for (const { kind: of, value } of kind.ranges ?? []) {
      const { list, conf } = rangeFiles(['192.0.2.0/24', '2001:db8::/32'], value);
      nginx.write(
        new Map([
          [`ranges/${of}-${value}.list`, list],
          [`ranges/${of}-${value}.conf`, conf],
        ]),
      );
    }
    nginx.write(rendered(kind, settings));
    expect(nginx.tested()).toBe('');
  });

  it('addresses of both kinds to listen on', () => {
    nginx.write(rendered({}, { ...nginx.settings, listen: ['127.0.0.1', '::1'] }));
    // Whether it has the second one depends on the machine.
    expect(nginx.tested().replace(/.*bind\(\) to \[::1\].*/, '')).not.toContain('[emerg]');
  });
});
