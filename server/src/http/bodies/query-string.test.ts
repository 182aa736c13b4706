import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { coerceQuery } from './query-string.ts'

const schema = z.strictObject({
  limit: z
    .int()
    .min(-1)
    .refine((limit) => limit !== 0)
    .default(50),
  ratio: z.number().optional(),
  overridden: z.boolean().nullable().optional(),
  search: z.string().optional(),
  state: z.enum(['active', 'archived']).optional(),
  ids: z.array(z.string()).optional(),
  levels: z.array(z.int()).default([]),
})

const coerced = (raw: Record<string, unknown>) => coerceQuery(schema, raw)

describe('numbers', () => {
  test.each([
    ['50', 50],
    ['-1', -1],
    ['0', 0],
    ['007', 7],
    ['1.5', 1.5],
  ])('%j becomes a number', (text, number) => {
    expect(coerced({ limit: text, ratio: text })).toEqual({ limit: number, ratio: number })
  })

  test.each([
    '',
    ' ',
    'NaN',
    'Infinity',
    '-Infinity',
    '1e9',
    '0x10',
    '+1',
    ' 1',
    '1 ',
    '1,5',
    '.5',
    '5.',
    '--1',
    '٣',
  ])('%j does not, and is refused by the check', (text) => {
    expect(coerced({ limit: text })).toEqual({ limit: text })
    expect(schema.safeParse(coerced({ limit: text })).success).toBe(false)
  })

  test('more digits than a number holds are refused by the check', () => {
    for (const text of ['9007199254740993', '9'.repeat(400)]) {
      expect(schema.safeParse(coerced({ limit: text })).success, text).toBe(false)
    }
  })
})

describe('booleans', () => {
  test('true and false, as they are written', () => {
    expect(coerced({ overridden: 'true' })).toEqual({ overridden: true })
    expect(coerced({ overridden: 'false' })).toEqual({ overridden: false })
  })

  test.each(['', '1', '0', 'TRUE', 'yes', 'null'])('%j is refused by the check', (text) => {
    expect(coerced({ overridden: text })).toEqual({ overridden: text })
    expect(schema.safeParse(coerced({ overridden: text })).success).toBe(false)
  })
})

describe('repeated keys', () => {
  test('are a list where the schema wants one, also when there is only one', () => {
    expect(coerced({ ids: ['a', 'b'], levels: ['1', '2'] })).toEqual({ ids: ['a', 'b'], levels: [1, 2] })
    expect(coerced({ ids: 'a', levels: '1' })).toEqual({ ids: ['a'], levels: [1] })
  })

  test('in a list, what is no number stays for the check', () => {
    expect(coerced({ levels: ['1', 'x'] })).toEqual({ levels: [1, 'x'] })
  })

  test.each(['limit', 'search', 'state', 'overridden'])(
    'of %s, of which there is one, are refused',
    (key) => {
      expect(coerced({ [key]: ['1', '2'] })).toEqual({ [key]: ['1', '2'] })
      expect(schema.safeParse(coerced({ [key]: ['1', '2'] })).success).toBe(false)
    },
  )
})

test('text stays text, whatever it looks like', () => {
  expect(coerced({ search: '007', state: 'active' })).toEqual({ search: '007', state: 'active' })
  expect(coerced({ search: 'true' })).toEqual({ search: 'true' })
})

test.each(['surprise', 'constructor', 'toString', '__proto__'])(
  'the unknown key %s is kept for the check to refuse',
  (key) => {
    const raw = Object.fromEntries([[key, '1']])
    expect(Object.entries(coerced(raw))).toEqual([[key, '1']])
    expect(schema.safeParse(coerced(raw)).error?.issues).toMatchObject([{ keys: [key] }])
  },
)
