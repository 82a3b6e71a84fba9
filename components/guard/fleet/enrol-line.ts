const PACKAGES = 'nginx libnginx-mod-http-modsecurity libnginx-mod-stream modsecurity-crs';

type Enrolment = { origin: string; token: string; hasProgram: boolean };

/**
 * One line that installs what a node needs from Debian, stops the nginx that comes with it, and enrols: by the command line of this server,
 * where it has one, else by a checkout of Parapet.
 */
export function enrolLine({ origin, token, hasProgram }: Enrolment): string {
  const settings = `PARAPET_URL=${origin} NODE_TOKEN=${token}`;
  return [
    `apt-get install -y --no-install-recommends ${PACKAGES}`,
    'systemctl disable --now nginx',
    ...(hasProgram
      ? [
          `curl -fsSL ${origin}/api/cli/install.sh | PARAPET_URL=${origin} sh`,
          `${settings} /usr/local/bin/parapet node install`,
        ]
      : [`${settings} npm run node`]),
  ].join(' && ');
}
