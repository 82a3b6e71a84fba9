/** Asked for to see and change which nodes a domain has. */
export const NODE_PERMISSION = 'guard.domain.node';
