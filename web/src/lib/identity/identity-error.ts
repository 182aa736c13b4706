import { messages } from '@cresyl/contract/api/messages'
import { AuthorizationResponseError, ResponseBodyError } from 'oauth4webapi'
import { StorageError } from '../storage/storage-error.ts'

const sentences = {
  timeout: messages.identity.timeout,
  /** The person closed the window or changed their mind. */
  cancelled: messages.identity.popupClosed,
  /** The browser does not let the page open a window. */
  popup_open: messages.identity.loginFailed,
  unreachable: messages.identity.loginFailed,
  state_mismatch: messages.identity.invalidState,
  missing_transaction: messages.identity.invalidState,
  missing_refresh_token: messages.identity.missingRefreshToken,
  login_required: messages.identity.loginRequired,
  /** The provider takes back what it gave: the refresh token or the code is no longer good. */
  invalid_grant: messages.identity.loginRequired,
  /** What is kept of the session is out of reach, so there is none. */
  storage_failed: messages.identity.loginFailed,
  login_failed: messages.identity.loginFailed,
  /** A page of the embedded provider has told what went wrong and what to do. */
  failure_page: messages.identity.loginFailed,
  /** The provider knows the person, but this server will not have them. */
  refused: messages.identity.loginFailed,
} as const

export type IdentityErrorCode = keyof typeof sentences

export class IdentityError extends Error {
  readonly code: IdentityErrorCode
  /** What went wrong in particular, where it helps. */
  readonly detail: string | undefined

  constructor(code: IdentityErrorCode, extras: { detail?: string | undefined; cause?: unknown } = {}) {
    super(sentences[code], { cause: extras.cause })
    this.name = 'IdentityError'
    this.code = code
    this.detail = extras.detail
  }
}

/** The provider has nobody signed in, or would have to ask them something. */
const needsPerson = new Set([
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
])

export function identityErrorFrom(error: unknown): IdentityError {
  if (error instanceof IdentityError) return error
  if (error instanceof StorageError) {
    return new IdentityError('storage_failed', { detail: error.message, cause: error })
  }
  if (error instanceof AuthorizationResponseError) {
    if (needsPerson.has(error.error)) return new IdentityError('login_required', { cause: error })
    return new IdentityError('login_failed', { detail: error.error_description, cause: error })
  }
  if (error instanceof ResponseBodyError) {
    if (error.error === 'invalid_grant') return new IdentityError('invalid_grant', { cause: error })
    if (needsPerson.has(error.error)) return new IdentityError('login_required', { cause: error })
    return new IdentityError('login_failed', { detail: error.error_description, cause: error })
  }
  return new IdentityError('login_failed', { detail: reasonOf(error), cause: error })
}

function reasonOf(error: unknown): string | undefined {
  return error instanceof Error ? error.message : undefined
}

/** Whether signing in anew is the only way on; any other failure may pass. */
export function endsSession({ code }: IdentityError): boolean {
  return ending.has(code)
}

const ending: ReadonlySet<IdentityErrorCode> = new Set([
  'invalid_grant',
  'login_required',
  'missing_refresh_token',
  'storage_failed',
])

/** Later it may well go on. */
export function isOutOfReach({ code }: IdentityError): boolean {
  return code === 'unreachable' || code === 'timeout'
}
