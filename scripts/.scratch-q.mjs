import Libsql from 'libsql';

const db = new Libsql('/tmp/auditbench/data/parapet.db', { readonly: true });
db.exec('pragma cache_size=-65536');
const one = (s) => db.prepare(s).all()[0];
const child = one("select user_id v from users where user_name='acme-child'").v;
const viewer = one("select user_id v from users where user_name='acme-viewer'").v;
const now = Date.now();
const t = (name, sql, ...p) => {
  const st = db.prepare(sql);
  const ms = [];
  let r;
  for (let i = 0; i < 3; i++) {
    const a = performance.now();
    r = st.all(p);
    ms.push((performance.now() - a).toFixed(1));
  }
  console.log(name.padEnd(44), ms.join(' / '), 'rows', r.length, r[0]?.n ?? '');
  if (process.argv[2]) for (const x of db.prepare('explain query plan ' + sql).all(p)) console.log('    ', x.detail);
};
t('count all', 'select count(*) n from audit_logs');
t('count oem', 'select count(*) n from audit_logs where oem_id=?', 'acme');
t('count oem + time 30%', 'select count(*) n from audit_logs where oem_id=? and ctime>=?', 'acme', now - 600e6);
t('count oem + staff (rare)', 'select count(*) n from audit_logs where oem_id=? and actor_type=?', 'acme', 'staff');
t('page oem', 'select * from audit_logs where oem_id=? order by ctime desc, id desc limit 20', 'acme');
t(
  'page oem + staff',
  'select * from audit_logs where oem_id=? and actor_type=? order by ctime desc, id desc limit 20',
  'acme',
  'staff',
);
t(
  'page oem + oauth (none)',
  'select * from audit_logs where oem_id=? and actor_type=? order by ctime desc, id desc limit 20',
  'acme',
  'oauth',
);
t(
  'page all + oauth (none)',
  'select * from audit_logs where actor_type=? order by ctime desc, id desc limit 20',
  'oauth',
);
t('count user', 'select count(*) n from audit_logs where user_id=?', child);
t(
  'keyword rare count oem',
  "select count(*) n from audit_logs where oem_id=? and search like ? escape '\\'",
  'acme',
  '%number 777777 of%',
);
t('keyword rare count all', "select count(*) n from audit_logs where search like ? escape '\\'", '%number 777777 of%');
t('keyword instr count all', 'select count(*) n from audit_logs where instr(search, ?)>0', 'number 777777 of');
t(
  'user page OR',
  `select * from audit_logs where (user_id=? or (on_behalf_user_id=? and actor_type='staff')) order by ctime desc, id desc limit 20`,
  viewer,
  viewer,
);
t(
  'user page union',
  `select * from (select * from audit_logs where user_id=? union all select * from audit_logs where on_behalf_user_id=? and actor_type='staff' and user_id<>?) as audit_logs order by ctime desc, id desc limit 20`,
  child,
  child,
  child,
);
t(
  'user count union',
  `select count(*) n from (select * from audit_logs where user_id=? union all select * from audit_logs where on_behalf_user_id=? and actor_type='staff' and user_id<>?) as audit_logs`,
  child,
  child,
  child,
);
