import { isolate } from '@cresyl/contract/isolate'
import { passwordLength, textLimits } from '@cresyl/contract/limits'
import { formatNumber } from '../../ui/dates.ts'

const managed = 'Your identity provider looks after this. Change it there.'

export const words = {
  title: 'Your profile',
  close: 'Close',
  loading: 'Loading your profile',
  failedTitle: 'Your profile could not be loaded',
  failed: 'The server gave no answer that could be read. Try again in a moment.',
  sections: { general: 'General', notifications: 'Notifications', security: 'Security' },
  sectionsLabel: 'Parts of your profile',
  person: {
    title: 'You',
    text: 'How others see you next to what you do.',
    name: 'Name',
    nameRequired: 'A name is required.',
    nameTooLong: `A name has at most ${textLimits.name} characters.`,
    email: 'E-mail',
    save: 'Save',
    undo: 'Undo changes',
    unchanged: 'Nothing was changed yet.',
    saved: 'Your profile was saved.',
    managed: 'Your identity provider looks after your name, picture and password. Change them there.',
    conflictTitle: 'Your profile was changed elsewhere while you were editing',
    conflictName: (name: string) =>
      `Your name is “${isolate(name)}” there. Save again to keep what you typed instead.`,
    conflictPicture: 'Your picture is another one there. Save again to keep the one you chose instead.',
    useStored: 'Use what is stored',
  },
  picture: {
    choose: 'Choose a picture',
    replace: 'Replace',
    remove: 'Remove',
    hint: 'Or drop one here. PNG, JPEG or WebP; the middle is cut out as a square.',
    preview: 'Your picture, as others see it',
    none: 'No picture yet: your initials are shown',
    unreadable: 'The browser cannot read this file as a picture. Choose a PNG, JPEG or WebP file.',
  },
  appearance: {
    title: 'Appearance',
    text: 'Applied at once, on all your devices.',
    theme: 'Theme',
    themes: { system: 'Same as this device', light: 'Light', dark: 'Dark' },
    locale: 'Language of dates and numbers',
    localeHint: 'The words of Cresyl are English.',
    browserLocale: 'Same as the browser',
  },
  notifications: {
    text: 'Choose what you are told about, and where. Applied at once.',
    kind: 'What',
    inApp: 'In the app',
    email: 'By e-mail',
    inAppOf: (label: string) => `${label}: in the app`,
    emailOf: (label: string) => `${label}: by e-mail`,
    noMail: 'E-mail is not set up on this server. Whoever runs it can do that.',
    digest: {
      label: 'Summary by e-mail',
      text: 'One letter about what you have not read yet, at seven in the morning where your organisation is.',
      rhythms: { off: 'Never', daily: 'Every day', weekly: 'On Mondays' },
    },
  },
  sessions: {
    title: 'Where you are signed in',
    text: 'If you do not know one of these, sign it out and change your password.',
    loading: 'Loading your sessions',
    failed: 'Your sessions could not be loaded.',
    retry: 'Try again',
    current: 'This one',
    started: 'Signed in',
    lastSeen: 'last seen',
    none: 'No sessions are known: your identity provider keeps them.',
    end: 'Sign out',
    endOf: (device: string) => `Sign out ${isolate(device)}`,
    endOthers: 'Sign out everywhere else',
    confirmTitle: 'Sign out everywhere else?',
    confirmText: 'All your other browsers and devices will have to sign in again. You stay signed in here.',
    confirm: 'Sign out everywhere else',
    endedOne: (device: string) => `${isolate(device)} was signed out.`,
    ended: (count: number) =>
      count === 0
        ? 'You are signed in nowhere else.'
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
    again: 'New password, once more',
    rule: `At least ${passwordLength.min} characters. A few random words are good.`,
    show: 'Show the passwords',
    currentRequired: 'Type your current password.',
    tooShort: (length: number) =>
      `A password has at least ${passwordLength.min} characters; this one has ${length}.`,
    tooLong: `A password has at most ${formatNumber(passwordLength.max)} characters.`,
    same: 'This is the password you have already.',
    different: 'This is not the same as the new password.',
    submit: 'Change password',
    done: 'Your password was changed. You were signed out on all other devices.',
  },
} as const
