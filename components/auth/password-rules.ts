export type PasswordFields = { old_password: string; password: string; repeat: string };
export type PasswordProblem = 'old_missing' | 'too_short' | 'too_long' | 'same_as_old' | 'not_repeated';

/** What is wrong with a new password, per field: 6 to 72 characters as people count them (spec, field limits). */
export function passwordProblems(
  values: PasswordFields,
  forced: boolean,
): Partial<Record<keyof PasswordFields, PasswordProblem>> {
  const length = [...values.password].length;
  const problems: Partial<Record<keyof PasswordFields, PasswordProblem>> = {};
  if (!forced && values.old_password === '') problems.old_password = 'old_missing';
  if (length < 6) problems.password = 'too_short';
  else if (length > 72) problems.password = 'too_long';
  else if (!forced && values.password === values.old_password) problems.password = 'same_as_old';
  if (values.repeat !== values.password) problems.repeat = 'not_repeated';
  return problems;
}
