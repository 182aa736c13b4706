import { expect, test } from 'vitest'
import { CallError } from '../../lib/api/call-error.ts'
import { serverErrors, settingsNow } from './mutations.ts'

const refusal = (fields: Record<string, string[]>) =>
  new CallError({ status: 400, code: 'invalid_input', message: 'Not valid.', fields })

test("the server's sentences stand at their fields, those of parts at the whole", () => {
  const error = refusal({
    'branding.primary': ['Too pale.'],
    'annotation_classes.3.name': ['Too long.', 'And ugly.'],
    time_zone: ['Unknown.'],
  })
  expect(serverErrors(error)).toEqual({
    primary: 'Too pale.',
    annotation_classes: 'Too long.',
    time_zone: 'Unknown.',
  })
})

test('what is about no field here is left for the toast', () => {
  expect(serverErrors(refusal({ version: ['Too old.'] }))).toEqual({})
  expect(serverErrors(new TypeError('a bug'))).toEqual({})
})

test('only a stale version says what is stored now, and only in a shape that is known', () => {
  const stale = (current: unknown) =>
    new CallError({ status: 409, code: 'stale_version', message: 'Changed.', current })
  expect(settingsNow(stale({ id: 'nonsense' }))).toBeNull()
  expect(settingsNow(refusal({}))).toBeNull()
})
