/** Operations that have no 2xx and no example, and why. */
export const NOT_VISITED: Readonly<Record<string, string>> = {
  'cli.release.download': 'needs executables, which lib/cli/release tests bring along',
  'sys.wx-zombies.cleanup': 'needs accounts of WeChat, which lib/sys/wx-zombies tests bring along',
};
