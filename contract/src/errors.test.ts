import { describe, expect, expectTypeOf, test } from 'vitest'
import { ApiError, type ErrorBody, type ErrorCode, errorBody, errorCatalogue, errorCodes } from './errors.ts'

const statuses: Record<ErrorCode, number> = {
  invalid_input: 400,
  malformed_json: 400,
  unauthenticated: 401,
  forbidden: 403,
  signed_url_invalid: 403,
  signed_url_expired: 403,
  not_found: 404,
  unknown_route: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  stale_version: 409,
  name_taken: 409,
  archived: 409,
  locked: 409,
  last_admin: 409,
  own_membership: 409,
  already_member: 409,
  wrong_password: 409,
  managed_elsewhere: 409,
  already_aligned: 409,
  already_running: 409,
  not_retryable: 409,
  not_overridable: 409,
  not_undoable: 409,
  disabled: 409,
  does_not_fit: 409,
  qc_blocks: 409,
  not_queueable: 409,
  too_many: 409,
  upload_closed: 409,
  parts_mismatch: 409,
  file_state: 409,
  not_ready: 409,
  being_prepared: 409,
  length_required: 411,
  payload_too_large: 413,
  malformed_request: 400,
  headers_too_large: 431,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  wrong_host: 421,
  undecodable: 422,
  idempotency_mismatch: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
  storage_full: 507,
  quota_exceeded: 507,
}

describe.each(Object.entries(statuses) as [ErrorCode, number][])('%s', (code, status) => {
  test(`is answered with ${status} and a sentence`, () => {
    const error = new ApiError(code)
    expect(error.status).toBe(status)
    expect(error.message).toBe(errorCatalogue[code].message)
    expect(error.message).toMatch(/^[A-Z].*[.!]$/)
  })

  test('has a body that its schema accepts, and no more than it must', () => {
    const body = new ApiError(code).toBody()
    expect(errorBody.parse(body)).toEqual({ detail: errorCatalogue[code].message, code })
    expect(Object.keys(body)).toEqual(['detail', 'code'])
  })
})

test('the set of codes is closed', () => {
  expect(errorCodes.toSorted()).toEqual(Object.keys(statuses).toSorted())
  expect(errorBody.safeParse({ detail: 'A sentence.', code: 'surprise' }).success).toBe(false)
  expectTypeOf<ErrorBody['code']>().toEqualTypeOf<ErrorCode>()
  // @ts-expect-error: not a code of the catalogue
  expect(() => new ApiError('surprise')).toThrow()
})

test('an unexpected failure is told in the words of the default', () => {
  expect(errorCatalogue.internal.message).toBe('Something went wrong, Please try again!')
})

test('the detail is the first key of the JSON, where clients look for the sentence', () => {
  const error = new ApiError('stale_version', {
    current: { version: 4 },
    fields: { version: ['Not the current one'] },
    detail: 'Someone was faster.',
  })
  expect(JSON.stringify(error.toBody())).toBe(
    '{"detail":"Someone was faster.","code":"stale_version","fields":{"version":["Not the current one"]},"current":{"version":4}}',
  )
})

test('the cause stays out of the body', () => {
  const cause = new Error('password authentication failed for user "cresyl"')
  const error = new ApiError('unavailable', { cause })
  expect(error.cause).toBe(cause)
  expect(JSON.stringify(error.toBody())).not.toContain('password')
})

test('an error is an Error with a name and a trace', () => {
  const error = new ApiError('forbidden')
  expect(error).toBeInstanceOf(Error)
  expect(error.name).toBe('ApiError')
  expect(error.stack).toContain('errors.test')
})
