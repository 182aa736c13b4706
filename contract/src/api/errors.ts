import { messages } from './messages.ts'
import { z } from './zod.ts'

/** Code → status → the sentence used where the place that fails knows nothing better to say. */
export const errorCatalogue = {
  invalid_input: { status: 400, message: 'Some of the data sent is not valid.' },
  malformed_json: { status: 400, message: 'The body is not valid JSON.' },
  malformed_request: { status: 400, message: 'This is not a valid HTTP request.' },
  unauthenticated: { status: 401, message: 'Please sign in: there is no valid access token.' },
  forbidden: { status: 403, message: 'You do not have permission to do this.' },
  signed_url_invalid: {
    status: 403,
    message: 'This signed address is not valid. Request a new one.',
  },
  signed_url_expired: { status: 403, message: 'This signed address has expired. Request a new one.' },
  not_found: { status: 404, message: 'This does not exist, or you may not see it.' },
  unknown_route: { status: 404, message: 'There is nothing at this address.' },
  method_not_allowed: { status: 405, message: 'This address does not accept that method.' },
  request_timeout: { status: 408, message: 'The request stopped arriving. Please send it again.' },
  stale_version: {
    status: 409,
    message: 'Someone else changed this in the meantime. Look at the new version and try again.',
  },
  name_taken: { status: 409, message: 'This name is already in use. Choose another one.' },
  archived: { status: 409, message: 'This is archived and cannot be changed. Unarchive it first.' },
  locked: { status: 409, message: 'This is locked. Unlock it first.' },
  last_admin: {
    status: 409,
    message: 'The organisation needs at least one administrator. Give someone else that role first.',
  },
  own_membership: {
    status: 409,
    message: 'You cannot change your own role or disable yourself. Ask another administrator.',
  },
  already_member: { status: 409, message: 'This person is already a member of the organisation.' },
  wrong_password: { status: 409, message: 'The current password is wrong.' },
  managed_elsewhere: {
    status: 409,
    message: 'This is managed by your identity provider. Change it there.',
  },
  already_aligned: {
    status: 409,
    message: 'These slides are already aligned. Change that alignment instead.',
  },
  already_running: {
    status: 409,
    message: 'This is already running. Wait until it is done, or cancel it first.',
  },
  not_retryable: {
    status: 409,
    message: 'Only a job that failed or was cancelled can be tried again.',
  },
  not_undoable: { status: 409, message: 'This can no longer be undone.' },
  not_overridable: {
    status: 409,
    message: 'Only a quality check that failed or could not be finished can be overridden.',
  },
  disabled: { status: 409, message: 'This predictor is disabled. A manager can enable it under Model.' },
  does_not_fit: { status: 409, message: 'This predictor cannot work on this image.' },
  qc_blocks: {
    status: 409,
    message: 'The slide has failed quality control. Rescan it, or ask a manager to override the check.',
  },
  not_queueable: {
    status: 409,
    message: 'A run that has started or ended cannot be queued again. Retry its job, or start a new run.',
  },
  too_many: { status: 409, message: 'Too many at once. Choose fewer.' },
  upload_closed: { status: 409, message: 'This upload has been completed or cancelled. Start a new one.' },
  parts_mismatch: {
    status: 409,
    message: 'Some parts are missing or damaged. Send them again, then complete the upload.',
  },
  file_state: { status: 409, message: 'This cannot be done in the current state of the file.' },
  not_ready: { status: 409, message: 'This image cannot be opened yet. Wait until it has been read.' },
  being_prepared: { status: 409, message: 'This is being prepared. Try again in a moment.' },
  length_required: { status: 411, message: 'The request needs a Content-Length header.' },
  payload_too_large: { status: 413, message: 'The request is too large.' },
  unsupported_media_type: { status: 415, message: 'This address accepts only JSON (application/json).' },
  range_not_satisfiable: { status: 416, message: 'The requested range is beyond the end of the file.' },
  wrong_host: { status: 421, message: 'This server does not answer for that host name.' },
  undecodable: {
    status: 422,
    message: 'This part of the slide cannot be decoded: the file is damaged or its format is not supported.',
  },
  idempotency_mismatch: {
    status: 422,
    message: 'This Idempotency-Key was used for another request. Use a new key.',
  },
  rate_limited: { status: 429, message: 'Too many attempts. Wait a minute and try again.' },
  headers_too_large: {
    status: 431,
    message: 'The headers or the address of the request are too long.',
  },
  internal: { status: 500, message: messages.somethingWentWrong },
  unavailable: {
    status: 503,
    message: 'The service is not available at the moment. Please try again shortly.',
  },
  storage_full: {
    status: 507,
    message: 'The disk is full. Nothing was lost: free some space and try again.',
  },
  quota_exceeded: {
    status: 507,
    message:
      'The storage quota of the organisation is used up. Delete what is not needed, or ask for a larger quota.',
  },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errorCatalogue
export const errorCodes = Object.keys(errorCatalogue) as [ErrorCode, ...ErrorCode[]]

/** `detail` comes first: clients show the first string of the error object. */
export const errorBody = z.object({
  detail: z.string(),
  code: z.enum(errorCodes),
  fields: z.record(z.string(), z.array(z.string())).optional(),
  current: z.unknown().optional(),
})
export type ErrorBody = z.infer<typeof errorBody>

export interface ErrorExtras {
  detail?: string
  fields?: Record<string, string[]>
  /** With `stale_version`: what is stored now. With `already_aligned`: that. With `being_prepared`: the job that prepares it, where there is one. */
  current?: unknown
  cause?: unknown
}

export class ApiError extends Error {
  readonly code: ErrorCode
  readonly extras: ErrorExtras

  constructor(code: ErrorCode, extras: ErrorExtras = {}) {
    super(extras.detail ?? errorCatalogue[code].message, { cause: extras.cause })
    this.name = 'ApiError'
    this.code = code
    this.extras = extras
  }

  get status(): number {
    return errorCatalogue[this.code].status
  }

  toBody(): ErrorBody {
    const { fields, current } = this.extras
    return {
      detail: this.message,
      code: this.code,
      ...(fields && { fields }),
      ...(current !== undefined && { current }),
    }
  }
}
