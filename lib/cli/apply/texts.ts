import type { Language } from '../client/texts';

const en = {
  no_folder: '{name} is no folder that can be read.',
  unknown_file: 'This is no file of the configuration; known: {known}',
  too_many: 'More than {max} are not taken.',
  too_large: 'A file has at most {max}.',
  not_yaml: 'This is no YAML as it is read here: {name}',
  not_object: 'An object is expected.',
  not_list: 'A list is expected.',
  unknown_field: '{name} is unknown here; known: {known}',
  valid: 'valid: {known}',
  twice: '{name} is there twice.',
  refused: 'Nothing was sent. In the files:\n{name}',
  several:
    'The server has several of {name}, such as those of several accounts. Use a key of one account, or --user NAME.',
  several_owners:
    '--prune would delete what belongs to {name}. Say whose objects are meant: --user NAME, more than once for several.',
  no_policy: '{name}: there is no policy {policy}, neither in the files nor on the server.',
  unchangeable: '{name}: {field} cannot change; give it another name, or delete it first.',
  nothing: 'Nothing to do.',
  totals: 'To create: {create}, to change: {change}, to replace: {replace}, to delete: {delete}.',
  left: 'Only on the server, left as they are without --prune: {name}',
  again: 'replaced, since the order of rules is the order in which they were made',
  anew: 'replaced',
  addresses: 'addresses: {add} added, {remove} removed, {enable} enabled, {disable} disabled',
  ask: 'Do this? [y/N] ',
  yes: '^(y|yes)$',
  declined: 'Nothing was changed.',
  no_terminal: 'Nobody can be asked here: say --yes.',
  done: 'Done: {done} of {all}.',
  failed: 'Failed: {step}',
  not_done: 'Not done:\n{name}',
  written: '{count} files written to {name}.',
  leftover: 'Of nothing on the server: {name}. --prune deletes such files.',
  unwritable: '{name} cannot be written: {message}',
  differs: 'There are differences.',
  more: '… and {count} more',
};
type Texts = typeof en;
const zh: Texts = {
  no_folder: '{name} 不是可读取的目录。',
  unknown_file: '这不是配置文件；可用：{known}',
  too_many: '最多 {max} 个。',
  too_large: '单个文件最大 {max}。',
  not_yaml: '无法按此处支持的 YAML 读取：{name}',
  not_object: '此处应为对象。',
  not_list: '此处应为列表。',
  unknown_field: '此处不支持 {name}；可用：{known}',
  valid: '可用值：{known}',
  twice: '{name} 重复出现。',
  refused: '未发送任何内容。文件中的问题：\n{name}',
  several: '服务器上有多个 {name}，可能属于不同账号。请使用单个账号的密钥，或指定 --user 名称。',
  several_owners: '--prune 会删除属于 {name} 的对象。请用 --user 名称 指明所属用户，可重复给出。',
  no_policy: '{name}：文件和服务器上都没有策略 {policy}。',
  unchangeable: '{name}：{field} 不能修改；请改用其他名称，或先将其删除。',
  nothing: '无需变更。',
  totals: '新建 {create}，修改 {change}，重建 {replace}，删除 {delete}。',
  left: '仅存在于服务器，未指定 --prune 时保持不变：{name}',
  again: '重建：规则的顺序即创建顺序',
  anew: '重建',
  addresses: '地址：新增 {add}，移除 {remove}，启用 {enable}，停用 {disable}',
  ask: '是否执行？[y/N] ',
  yes: '^(y|yes|是)$',
  declined: '未做任何变更。',
  no_terminal: '此处无法询问，请指定 --yes。',
  done: '已完成 {done} 项，共 {all} 项。',
  failed: '失败：{step}',
  not_done: '未执行：\n{name}',
  written: '已将 {count} 个文件写入 {name}。',
  leftover: '服务器上没有对应的对象：{name}。使用 --prune 可删除此类文件。',
  unwritable: '无法写入 {name}：{message}',
  differs: '存在差异。',
  more: '……另有 {count} 项',
};

export type ApplySay = (key: keyof Texts, values?: Record<string, string | number>) => string;

/** Words of export, diff and apply in a language. */
export const applySayIn = (language: Language): ApplySay => {
  const texts = language === 'zh' ? zh : en;
  return (key, values = {}) => texts[key].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
};
