const en = {
  usage: 'Usage: parapet <resource> <verb> [ids] [--flag value]',
  resources: 'Resources',
  commands: 'Other commands',
  verbs: 'Verbs of {name}',
  flags: 'Flags',
  common:
    'For every command: -o table|json|yaml, --all, --columns a,b, --body @file.json, --profile, --server, --api-key-file, --lang, --timeout',
  values: 'A value @file is read from the file, - from standard input; lists are repeated, objects are JSON.',
  required: 'required',
  unknown_command: 'There is no {name}. Known: {known}.',
  unknown_flag: '--{name} is not taken here. Taken: {known}.',
  no_flags: '--{name} is not taken here, nor is any other.',
  needs_value: '--{name} needs a value.',
  missing: 'Missing: {name}.',
  too_many: 'Not expected: {name}.',
  bad_value: '--{name} must be {wanted}.',
  a_number: 'a number',
  text: 'text',
  texts: 'texts',
  number: 'number',
  numbers: 'numbers',
  boolean: 'true|false',
  json: 'JSON',
  objects: 'JSON objects',
  unreadable: '{name} cannot be read.',
  no_server: 'Which server? Set PARAPET_URL and PARAPET_API_KEY, or run parapet login.',
  bad_server: 'The address of the server must be http: or https:.',
  open_file: '{name} can be read by others; chmod 600 it first.',
  plain_http: 'Warning: http: without encryption; the key can be read on the way.',
  redirect: 'The server redirects elsewhere; parapet does not follow with your key. Set the address that it names.',
  network: 'No answer from the server: {name}.',
  too_long: 'No answer within {name} s.',
  not_parapet: 'The answer is not one of a Parapet (HTTP {name}).',
  valid: 'valid: {name}',
  no_rows: 'Nothing found.',
  no_column: 'No row has {name}. Columns: {known}.',
  added: 'Profile {name} saved and in use.',
  used: 'Profile {name} is now in use.',
  removed: 'Profile {name} removed.',
  no_profile: 'There is no profile {name}.',
  bad_name: '{name} is no name of a profile: letters, digits, _, . and -, at most 64.',
  ask_key: 'API key on standard input:',
  ask_hidden_key: 'API key (not shown): ',
  ask_server: 'Address of the server: ',
  empty_key: 'No API key was given: it is empty.',
  bad_key: 'What was given is no API key: one line of up to 200 letters, digits and signs.',
  installed: '{name} is running and starts with this machine. systemctl status {name} says how it is.',
  asked_again: '{name} Asking again in {seconds} s.',
};
type Texts = typeof en;
const zh: Texts = {
  usage: '用法：parapet <资源> <动作> [编号] [--参数 值]',
  resources: '资源',
  commands: '其他命令',
  verbs: '{name} 的动作',
  flags: '参数',
  common:
    '通用参数：-o table|json|yaml、--all、--columns a,b、--body @file.json、--profile、--server、--api-key-file、--lang、--timeout',
  values: '值写作 @文件 时读取该文件，写作 - 时读取标准输入；列表可重复给出，对象用 JSON。',
  required: '必填',
  unknown_command: '没有 {name}。可用：{known}。',
  unknown_flag: '此处不支持 --{name}。可用：{known}。',
  no_flags: '此处不支持 --{name}，也没有其他参数。',
  needs_value: '--{name} 需要一个值。',
  missing: '缺少：{name}。',
  too_many: '多余的参数：{name}。',
  bad_value: '--{name} 的取值应为：{wanted}。',
  a_number: '数字',
  text: '文本',
  texts: '文本，可重复',
  number: '数字',
  numbers: '数字，可重复',
  boolean: 'true|false',
  json: 'JSON',
  objects: 'JSON 对象，可重复',
  unreadable: '无法读取 {name}。',
  no_server: '未指定服务器。请设置 PARAPET_URL 和 PARAPET_API_KEY，或运行 parapet login。',
  bad_server: '服务器地址应以 http: 或 https: 开头。',
  open_file: '其他用户可读取 {name}，请先执行 chmod 600。',
  plain_http: '警告：http: 未加密，密钥在传输途中可能被读取。',
  redirect: '服务器要求跳转，parapet 不会带着密钥跟随。请改用跳转后的地址。',
  network: '服务器没有应答：{name}。',
  too_long: '{name} 秒内没有应答。',
  not_parapet: '应答不是来自 Parapet（HTTP {name}）。',
  valid: '可用值：{name}',
  no_rows: '没有符合条件的数据。',
  no_column: '没有名为 {name} 的列。可用的列：{known}。',
  added: '已保存并启用配置 {name}。',
  used: '已切换到配置 {name}。',
  removed: '已删除配置 {name}。',
  no_profile: '没有配置 {name}。',
  bad_name: '{name} 不能用作配置名称：只能包含字母、数字、_、. 和 -，最多 64 个字符。',
  ask_key: '请从标准输入提供 API 密钥：',
  ask_hidden_key: 'API 密钥（输入时不显示）：',
  ask_server: '服务器地址：',
  empty_key: '未提供 API 密钥：内容为空。',
  bad_key: '所提供的内容不是 API 密钥：应为单行，最多 200 个字母、数字和符号。',
  installed: '{name} 已启动，并会随本机启动。运行 systemctl status {name} 查看状态。',
  asked_again: '{name}{seconds} 秒后重试。',
};

export type Language = 'en' | 'zh';
export type Say = (key: keyof Texts, values?: Record<string, string>) => string;

/** The program's own words in a language. */
export const sayIn = (language: Language): Say => {
  const texts = language === 'zh' ? zh : en;
  return (key, values = {}) => texts[key].replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
};

/** A flag that is none of those that are taken here. */
export const unknownFlag = (say: Say, name: string, known: readonly string[]): string =>
  known.length === 0
    ? say('no_flags', { name })
    : say('unknown_flag', { name, known: known.map((flag) => `--${flag}`).join(' ') });

/** `--lang` comes first, then the language of the shell. */
export function languageOf(asked: string | undefined, env: Record<string, string | undefined>): Language {
  return (asked ?? (env.LC_ALL || env.LC_MESSAGES || env.LANG || '')).toLowerCase().startsWith('zh') ? 'zh' : 'en';
}
