import { isolate } from '@cresyl/contract/api/isolate'
import { passwordLength, textLimits } from '@cresyl/contract/api/limits'
import { formatNumber } from '../../ui/text/dates.ts'

const managed = 'This is managed by your identity provider. Change it there.'

export const words = {
  title: 'Your profile',
  close: 'Close',
  loading: 'Loading your profile',
  failedTitle: 'Your profile could not be loaded',
  failed: 'The server did not answer. Try again in a moment.',
  sections: { general: 'General', notifications: 'Notifications', security: 'Security' },
  sectionsLabel: 'Sections of your profile',
  person: {
    title: 'You',
    text: 'How others see you.',
    name: 'Name',
    nameRequired: 'A name is required.',
    nameTooLong: `A name has at most ${textLimits.name} characters.`,
    email: 'E-mail',
    save: 'Save',
    undo: 'Undo changes',
    unchanged: 'Nothing has changed yet.',
    saved: 'Your profile was saved.',
    managed: 'Your name, picture and password are managed by your identity provider. Change them there.',
    conflictTitle: 'Your profile was changed elsewhere while you were editing',
    picture: 'Picture',
  },
  picture: {
    choose: 'Choose a picture',
    replace: 'Replace',
    remove: 'Remove',
    hint: 'Or drop one here. PNG, JPEG or WebP, cropped to a square.',
    preview: 'Your picture, as others see it',
    none: 'No picture yet: your initials are shown',
    unreadable: 'The browser cannot read this file as a picture. Choose a PNG, JPEG or WebP file.',
  },
  appearance: {
    title: 'Appearance',
    text: 'Applied immediately on all your devices.',
    theme: 'Theme',
    themes: { system: 'Same as this device', light: 'Light', dark: 'Dark' },
    locale: 'Language of dates and numbers',
    localeHint: 'Cresyl itself is in English.',
    browserLocale: 'Same as the browser',
  },
  notifications: {
    text: 'Choose what you are notified about, and where. Applied immediately.',
    kind: 'What',
    inApp: 'In the app',
    email: 'By e-mail',
    inAppOf: (label: string) => `${label}: in the app`,
    emailOf: (label: string) => `${label}: by e-mail`,
    noMail: 'E-mail is not set up on this server. Ask your system administrator.',
    digest: {
      label: 'Summary by e-mail',
      text: 'One e-mail at 07:00 (your organisation’s time) with what you haven’t read.',
      rhythms: { off: 'Never', daily: 'Every day', weekly: 'On Mondays' },
    },
  },
  sessions: {
    title: 'Where you are signed in',
    text: 'If you don’t recognise one, sign it out and change your password.',
    loading: 'Loading your sessions',
    failed: 'Your sessions could not be loaded.',
    retry: 'Try again',
    current: 'This one',
    started: 'Signed in',
    lastSeen: 'last seen',
    none: 'Sessions are managed by your identity provider.',
    end: 'Sign out',
    endOf: (device: string) => `Sign out ${isolate(device)}`,
    endOthers: 'Sign out everywhere else',
    confirmTitle: 'Sign out everywhere else?',
    confirmText: 'All your other browsers and devices must sign in again. You stay signed in here.',
    confirm: 'Sign out everywhere else',
    endedOne: (device: string) => `${isolate(device)} was signed out.`,
    ended: (count: number) =>
      count === 0
        ? 'You are not signed in anywhere else.'
        : count === 1
          ? '1 other session was signed out.'
          : `${formatNumber(count)} other sessions were signed out.`,
  },
  password: {
    title: 'Password',
    text: 'A new password signs you out on all other devices. You stay signed in here.',
    managed,
    current: 'Current password',
    next: 'New password',
    again: 'Repeat new password',
    rule: `At least ${passwordLength.min} characters. A few random words work well.`,
    show: 'Show passwords',
    currentRequired: 'Type your current password.',
    tooShort: (length: number) =>
      `A password has at least ${passwordLength.min} characters; this one has ${length}.`,
    tooLong: `A password has at most ${formatNumber(passwordLength.max)} characters.`,
    same: 'This is your current password.',
    different: 'The passwords do not match.',
    submit: 'Change password',
    done: 'Your password was changed. You were signed out on all other devices.',
  },
} as const
