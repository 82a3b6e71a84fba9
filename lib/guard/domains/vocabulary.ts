/** How settings write on and off (spec 4.5). */
export const ENABLE = 'CFGOPTION_2_ENABLE' as const;
export const DISABLE = 'CFGOPTION_1_DISABLE' as const;
export const CFG_OPTIONS = [ENABLE, DISABLE] as const;

/** What domains are called where objects of any kind are delivered. */
export const DOMAIN = 'domain';
