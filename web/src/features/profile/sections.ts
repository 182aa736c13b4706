export const profileSections = ['general', 'notifications', 'security'] as const
export type ProfileSection = (typeof profileSections)[number]
