import {
  type NotificationKind,
  type NotificationPreferences,
  notificationDefaults,
} from '@cresyl/contract/people/notifications'

export type Channel = keyof typeof notificationDefaults

export function isOn(
  preferences: NotificationPreferences,
  kind: NotificationKind,
  channel: Channel,
): boolean {
  return (preferences[kind] ?? notificationDefaults)[channel]
}

/** Only the kind that changes: the others may be changing elsewhere. */
export function turn(
  preferences: NotificationPreferences,
  kind: NotificationKind,
  channel: Channel,
  on: boolean,
): NotificationPreferences {
  return { [kind]: { ...notificationDefaults, ...preferences[kind], [channel]: on } }
}
