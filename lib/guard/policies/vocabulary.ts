/** What policies are called where objects of any kind are delivered. */
export const POLICY = 'policy';
