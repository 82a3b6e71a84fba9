/** Kind of the job that brings decisions into effect. */
export const APPLY = 'guard.approvals.apply';
