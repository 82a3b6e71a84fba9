const PACKAGES = 'nginx libnginx-mod-http-modsecurity libnginx-mod-stream modsecurity-crs';

/** One line that installs what a node needs from Debian, stops the nginx that comes with it, and enrols. */
export const enrolLine = (origin: string, token: string) =>
  [
    `apt-get install -y --no-install-recommends ${PACKAGES}`,
    'systemctl disable --now nginx',
    `PARAPET_URL=${origin} NODE_TOKEN=${token} npm run node`,
  ].join(' && ');
