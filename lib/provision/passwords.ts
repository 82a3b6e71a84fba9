import { hashPassword } from '@/lib/auth/password';

type WithPassword = { password: string };

/** A password that has to be hashed before the transaction that needs it. */
class NotHashed extends Error {
  constructor(readonly user: WithPassword) {
    super('the password of a user is not hashed yet');
  }
}

/** Hashes of the passwords of users who are to be made: hashing takes longer than PostgreSQL lets a transaction idle. */
export class FirstPasswords {
  readonly #hashes = new Map<WithPassword, string>();

  async hash(user: WithPassword): Promise<void> {
    this.#hashes.set(user, await hashPassword(user.password));
  }

  of(user: WithPassword): string {
    const password_hash = this.#hashes.get(user);
    if (password_hash === undefined) throw new NotHashed(user);
    return password_hash;
  }

  /** Runs a transaction, and once more where it met a user who was deleted after the passwords of new ones had been hashed. */
  async within<T>(transaction: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await transaction();
      } catch (error) {
        if (!(error instanceof NotHashed)) throw error;
        await this.hash(error.user);
      }
    }
  }
}
