/** Ways in which origins are watched, as the setting `origin` names them. */
export const CHECKS = ['ping_config', 'tcp_configs', 'http_configs'] as const;
