import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { ConfigError } from './env';

const { R_OK, W_OK, X_OK } = constants;

/**
 * Makes DATA_DIR where it is missing. A file of a store that a command left which ran as another user is found here, by its
 * name, and not in the middle of a start. Throws ConfigError.
 */
export function openDataDir(folder: string, stores: readonly string[]): void {
  const files = stores.flatMap((file) => [file, `${file}-wal`, `${file}.wal`]).filter((file) => existsSync(file));
  let tried = folder;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, R_OK | W_OK | X_OK);
    for (tried of files) accessSync(tried, R_OK | W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(`DATA_DIR: user ${process.getuid?.()} must be able to read and write ${tried} (${code})`);
  }
}
