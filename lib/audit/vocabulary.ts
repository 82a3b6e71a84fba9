/** Who or what acted (spec 4.4, channel). */
export const ACTOR_TYPES = ['user', 'apikey', 'oauth', 'staff', 'partner_app', 'internal_service'] as const;
export type ActorType = (typeof ACTOR_TYPES)[number];
