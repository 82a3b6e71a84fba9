/**
 * Every endpoint of spec section 4, one a line: method, path, permission, status of its success. What the product does
 * not have yet is under `TO_COME`, and moves up when it is built.
 */
export type SpecEndpoint = { method: string; path: string; permission: string; status: number };

const read = (table: string): SpecEndpoint[] =>
  table
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.trim().split(/\s+/))
    .map(([method = '', path = '', permission = '', status]) => ({ method, path, permission, status: Number(status) }));

export const BUILT: readonly SpecEndpoint[] = read(`
  GET    /api/cli/version                                     public                     200
  GET    /api/cli/install.sh                                  public                     200
  GET    /api/cli/download/{filename}                         public                     200
  GET    /api/cli/checksums.txt                               public                     200

  POST   /api/auth/login                                      public                     200
  POST   /api/auth/logout                                     session                    200

  GET    /api/sys/users                                       sys.user.list              200
  POST   /api/sys/users                                       sys.user.create            201
  GET    /api/sys/users/{id}                                  sys.user.view              200
  DELETE /api/sys/users/{id}                                  sys.user.delete            200
  PUT    /api/sys/users/{id}/password                         sys.user.resetpwd          200
  POST   /api/sys/wx-zombies/cleanup                          sys.user.wx_cleanup        200

  POST   /api/sys/api-keys                                    sys.apikey.create          201
  GET    /api/sys/api-keys                                    sys.apikey.list            200
  DELETE /api/sys/api-keys/{id}                               sys.apikey.delete          200
  GET    /api/sys/api-keys/{id}/logs                          sys.apikey.logs            200
  GET    /api/sys/api-keys/{id}/stats                         sys.apikey.stats           200
  GET    /api/sys/api-keys/audit-actions                      sys.apikey.audit           200

  GET    /api/sys/permissions/tree                            session                    200
  GET    /api/sys/audit-logs                                  sys.audit.view             200
  GET    /api/sys/login-records                               sys.audit.view             200

  GET    /api/guard/domains                                   guard.domain.list          200
  POST   /api/guard/domains                                   guard.domain.create        201
  GET    /api/guard/domains/{id}                              guard.domain.view          200
  PUT    /api/guard/domains/{id}                              guard.domain.edit          200
  DELETE /api/guard/domains/{id}                              guard.domain.delete        200
  GET    /api/guard/domains/{id}/settings                     guard.domain.view          200
  PUT    /api/guard/domains/{id}/settings                     guard.domain.edit          200
  GET    /api/guard/domains/{id}/src-check-peers              guard.domain.settings      200
  PUT    /api/guard/domains/{id}/origins/{service_id}/status  guard.domain.origin_status 200
  GET    /api/guard/domains/{id}/dns/advance/config           guard.domain.settings      200
  PUT    /api/guard/domains/{id}/dns/advance/config           guard.domain.settings      200
  POST   /api/guard/domains/{id}/verify                       guard.domain.verify        200
  POST   /api/guard/domains/precheck                          guard.domain.precheck      200
  PUT    /api/guard/domains/{id}/audit                        guard.domain.audit         200
  GET    /api/guard/domains/{id}/origin-groups                guard.domain.origin_group  200
  POST   /api/guard/domains/{id}/origin-groups                guard.domain.origin_group  201
  DELETE /api/guard/domains/{id}/origin-groups/{group_id}     guard.domain.origin_group  200
  GET    /api/guard/domains/{id}/nodes                        guard.domain.node          200
  GET    /api/guard/domains/{id}/nodes/available              guard.domain.node          200
  PUT    /api/guard/domains/{id}/nodes                        guard.domain.node          200
  DELETE /api/guard/domains/{id}/nodes/{node_id}              guard.domain.node          200
  PATCH  /api/guard/domains/{id}/nodes/{node_id}/lock         guard.domain.node          200
  POST   /api/guard/domains/nodes/sync                        guard.domain.edit          200
  GET    /api/guard/domains/{id}/brute-force/rules            guard.domain.bruteforce    200
  POST   /api/guard/domains/{id}/brute-force/rules            guard.domain.bruteforce    201
  PUT    /api/guard/domains/{id}/brute-force/rules/{rule_id}  guard.domain.bruteforce    200
  DELETE /api/guard/domains/{id}/brute-force/rules/{rule_id}  guard.domain.bruteforce    200

  GET    /api/guard/certs                                     guard.cert.list            200
  POST   /api/guard/certs                                     guard.cert.create          201
  GET    /api/guard/certs/{id}                                guard.cert.view            200
  PUT    /api/guard/certs/{id}                                guard.cert.edit            200
  DELETE /api/guard/certs/{id}                                guard.cert.delete          200
  GET    /api/guard/certs/{id}/domains                        guard.cert.view            200
  POST   /api/guard/certs/{id}/bind                           guard.cert.edit            200
  POST   /api/guard/certs/{id}/bind/{domainId}                guard.cert.edit            200
  DELETE /api/guard/certs/{id}/bind/{domainId}                guard.cert.edit            200

  GET    /api/guard/policies                                  guard.policy.list          200
  POST   /api/guard/policies                                  guard.policy.create        201
  GET    /api/guard/policies/{id}                             guard.policy.view          200
  PUT    /api/guard/policies/{id}                             guard.policy.edit          200
  DELETE /api/guard/policies/{id}                             guard.policy.delete        200
  GET    /api/guard/policies/{id}/cc/rules                    guard.cc.list              200
  POST   /api/guard/policies/{id}/cc/rules                    guard.cc.create            201
  GET    /api/guard/policies/{id}/cc/rules/{rid}              guard.cc.view              200
  PUT    /api/guard/policies/{id}/cc/rules/{rid}              guard.cc.edit              200
  DELETE /api/guard/policies/{id}/cc/rules/{rid}              guard.cc.delete            200
  PUT    /api/guard/policies/{id}/cc/rules/{rid}/status       guard.cc.edit              200
  GET    /api/guard/policies/{id}/acl/rules                   guard.acl.list             200
  POST   /api/guard/policies/{id}/acl/rules                   guard.acl.create           201
  GET    /api/guard/policies/{id}/acl/rules/{rid}             guard.acl.view             200
  PUT    /api/guard/policies/{id}/acl/rules/{rid}             guard.acl.edit             200
  DELETE /api/guard/policies/{id}/acl/rules/{rid}             guard.acl.delete           200
  PUT    /api/guard/policies/{id}/acl/rules/{rid}/status      guard.acl.edit             200

  GET    /api/guard/waf/rules                                 guard.waf.list             200
  POST   /api/guard/waf/rules                                 guard.waf.create           201
  PUT    /api/guard/waf/rules/{id}                            guard.waf.edit             200
  DELETE /api/guard/waf/rules/{id}                            guard.waf.delete           200
  PUT    /api/guard/waf/rules/{id}/status                     guard.waf.status           200

  GET    /api/guard/forwards                                  guard.forward.list         200
  POST   /api/guard/forwards                                  guard.forward.create       201
  GET    /api/guard/forwards/{id}                             guard.forward.view         200
  PUT    /api/guard/forwards/{id}                             guard.forward.edit         200
  DELETE /api/guard/forwards/{id}                             guard.forward.delete       200

  GET    /api/guard/bwlist/sets                               guard.bwlist.list          200
  POST   /api/guard/bwlist/sets                               guard.bwlist.create        201
  PUT    /api/guard/bwlist/sets/{id}                          guard.bwlist.edit          200
  DELETE /api/guard/bwlist/sets/{id}                          guard.bwlist.delete        200
  GET    /api/guard/bwlist/sets/{id}/ips                      guard.bwlist.ip_list       200
  POST   /api/guard/bwlist/sets/{id}/ips                      guard.bwlist.ip_add        201
  POST   /api/guard/bwlist/sets/{id}/ips/batch                guard.bwlist.ip_add        201
  POST   /api/guard/bwlist/sets/{id}/ips/batch/delete         guard.bwlist.ip_delete     200
  DELETE /api/guard/bwlist/ips/{id}                           guard.bwlist.ip_delete     200

  GET    /api/analytics/glossary                              session                    200
  POST   /api/analytics/batch                                 analytics.{page}.view      200
  POST   /api/analytics/{page}/batch                          analytics.{page}.view      200
  GET    /api/analytics/{page}/{chart}                        analytics.{page}.view      200
  POST   /api/analytics/overview/export                       analytics.overview.export  200

  GET    /api/guard/schedules/domains                         guard.schedule.list        200
  POST   /api/guard/schedules/domains/{id}/switch-mode        guard.schedule.switch      200
  POST   /api/guard/schedules/domains/{id}/init               guard.schedule.init        200
  POST   /api/guard/schedules/domains/{id}/reset              guard.schedule.reset       200
  GET    /api/guard/schedules/domains/{id}/records            guard.schedule.records     200
  POST   /api/guard/schedules/records/batch-status            guard.schedule.batch       200
  GET    /api/guard/schedules/affairs                         guard.schedule.affairs     200
  GET    /api/guard/schedules/affairs/{id}                    guard.schedule.affairs     200
`);

export const TO_COME: readonly SpecEndpoint[] = read(``);
