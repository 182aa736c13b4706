import type { AppConfig } from '@cresyl/contract/people/app-config'
import type { IdentityErrorCode } from '../../lib/identity/identity-error.ts'

export const words = {
  title: 'Sign in',
  product: 'Cresyl',
  tagline: 'Whole-slide scans, quality control and inference in one place.',
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

const oldAnswer = 'This sign-in is out of date or was started in another tab. Sign in again.'

/** Why it did not work and what to do; for some the sign-in service has more to say. */
export const errorWords: Record<IdentityErrorCode, string> = {
  timeout:
    'Signing in took too long: the sign-in service did not answer, or the pop-up window was left open for more than a minute. Try again.',
  unreachable: 'The sign-in service cannot be reached. Check your connection and try again.',
  cancelled:
    'The pop-up window was closed before you signed in. Try again, or sign in on this page with the button below.',
  popup_open:
    'Your browser blocks pop-up windows, so the separate window could not be opened. Sign in on this page with the button below, or allow pop-ups for this site.',
  state_mismatch: oldAnswer,
  missing_transaction: oldAnswer,
  missing_refresh_token: 'Your session could not be renewed. Sign in again.',
  login_required: 'The sign-in service asks you to sign in again.',
  invalid_grant: 'The sign-in service has ended the session. Sign in again.',
  storage_failed:
    'This browser does not let the page store your session. Allow it to store data for this site, or leave private browsing, and try again.',
  refused: 'You were signed out on another device. Sign in to continue.',
  login_failed:
    'The sign-in service refused the sign-in, or its answer was not valid. Try again; if it keeps failing, ask an administrator.',
  failure_page: '',
}
