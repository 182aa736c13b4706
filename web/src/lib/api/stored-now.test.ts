import { z } from '@cresyl/contract/api/zod'
import { expect, test } from 'vitest'
import { CallError } from './call-error.ts'
import { storedNow } from './stored-now.ts'

const schema = z.object({ name: z.string() })
const refusal = { status: 409, message: 'It is another by now.' }

test('a save refused for its version tells what is stored', () => {
  const error = new CallError({ ...refusal, code: 'stale_version', current: { name: 'Liver' } })
  expect(storedNow(error, schema)).toEqual({ name: 'Liver' })
})

test('what is no such thing counts as not told', () => {
  const error = new CallError({ ...refusal, code: 'stale_version', current: { title: 'Liver' } })
  expect(storedNow(error, schema)).toBeNull()
})

test('any other refusal tells nothing', () => {
  const error = new CallError({ ...refusal, code: 'name_taken', current: { name: 'Liver' } })
  expect(storedNow(error, schema)).toBeNull()
  expect(storedNow(new Error('no connection'), schema)).toBeNull()
})
