import type { AppConfig } from '@cresyl/contract/app-config'
import type { IdentityErrorCode } from '../../lib/identity/identity-error.ts'

export const words = {
  title: 'Sign in',
  product: 'Cresyl',
  tagline: 'Whole-slide scans, quality control and inference in one calm place.',
  welcome: 'Sign in to your organisation',
  signIn: {
    embedded: 'Sign in',
    external: 'Sign in with your organisation’s account',
  } satisfies Record<AppConfig['identity']['kind'], string>,
  popup: {
    open: 'Sign in using a pop-up window',
    waiting: 'Finish signing in in the pop-up window.',
    cancel: 'Cancel',
  },
  demo: {
    heading: 'Or look around as a demo user',
    list: 'Demo users',
    text: 'This installation runs in demo mode: one click, no password.',
  },
  notEnded:
    'You are signed out here, but the sign-in service could not be reached to end its session. Close the browser if others use this computer.',
} as const

const oldAnswer =
  'The answer of the sign-in service does not belong to a request of this page: it may be an old one, or another tab’s. Sign in again.'

/** Why it did not work and what to do; for some the sign-in service has more to say. */
export const errorWords: Record<IdentityErrorCode, string> = {
  timeout:
    'Signing in took too long: the sign-in service did not answer, or the other window waited for more than a minute. Try again.',
  unreachable: 'The sign-in service cannot be reached. Check your connection and try again.',
  cancelled:
    'The other window was closed before you had signed in. Try again, or sign in on this page with the button below.',
  popup_open:
    'Your browser blocks pop-up windows, so the separate window could not be opened. Sign in on this page with the button below, or allow pop-ups for this site.',
  state_mismatch: oldAnswer,
  missing_transaction: oldAnswer,
  missing_refresh_token:
    'The sign-in service gave nothing to go on with when the session had to be renewed. Sign in again.',
  login_required: 'The sign-in service wants to know who you are. Sign in again.',
  invalid_grant: 'The sign-in service has ended the session. Sign in again.',
  storage_failed:
    'This browser does not let the page keep the session. Allow it to store data for this site, or leave private browsing, and try again.',
  refused: 'You were signed out on another device. Sign in to continue.',
  login_failed:
    'The sign-in service refused, or its answer could not be trusted. Try again; if it goes on, ask an administrator.',
  failure_page: '',
}
