import { describe, expect, expectTypeOf, test } from 'vitest'
import { failing } from '../test-support/failing.ts'
import { ApiError, type ErrorBody, type ErrorCode, errorBody, errorCatalogue, errorCodes } from './errors.ts'

describe('every code', () => {
  test('is answered with a status of errors and a sentence', async () => {
    const wrong = await failing(errorCodes, (code) => {
      const error = new ApiError(code)
      expect(error.status).toBe(errorCatalogue[code].status)
      expect(error.status).toBeGreaterThanOrEqual(400)
      expect(error.status).toBeLessThan(600)
      expect(error.message).toBe(errorCatalogue[code].message)
      expect(error.message).toMatch(/^[A-Z].*[.!]$/)
    })
    expect(wrong).toEqual([])
  })

  test('has a body that its schema accepts, and no more than it must', async () => {
    const wrong = await failing(errorCodes, (code) => {
      const body = new ApiError(code).toBody()
      expect(errorBody.parse(body)).toEqual({ detail: errorCatalogue[code].message, code })
      expect(Object.keys(body)).toEqual(['detail', 'code'])
    })
    expect(wrong).toEqual([])
  })
})

test('the set of codes is closed', () => {
  expect(errorBody.safeParse({ detail: 'A sentence.', code: 'surprise' }).success).toBe(false)
  expectTypeOf<ErrorBody['code']>().toEqualTypeOf<ErrorCode>()
  // @ts-expect-error: not a code of the catalogue
  expect(() => new ApiError('surprise')).toThrow()
})

test('only what is our own fault, or that of the machine, is in the five hundreds', () => {
  const ours = errorCodes.filter((code) => errorCatalogue[code].status >= 500)
  expect(ours.toSorted()).toEqual(['internal', 'quota_exceeded', 'storage_full', 'unavailable'])
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
