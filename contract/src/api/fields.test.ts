import { describe, expect, test } from 'vitest'
import { id, line, name, person, prose, time, version } from './fields.ts'

const accepts = (schema: { safeParse(value: unknown): { success: boolean } }, value: unknown) =>
  schema.safeParse(value).success

describe.each([
  ['a line', line(10)],
  ['prose', prose(10)],
])('%s', (_kind, schema) => {
  test.each([
    ['NUL', 'a\0b'],
    ['a bell', 'a\u0007b'],
    ['an escape', 'a\u001b[31mb'],
    ['delete', 'a\u007fb'],
    ['a C1 control', 'a\u0085b'],
    ['a lone high surrogate', 'a\ud800b'],
    ['a lone low surrogate', 'a\udc00b'],
    ['surrogates in the wrong order', '\udc00\ud800'],
  ])('may not contain %s', (_case, text) => {
    expect(schema.safeParse(text).error?.issues).toMatchObject([
      { message: 'Contains unprintable characters' },
    ])
  })

  test.each([
    ['right-to-left text', 'שקופית'],
    ['marks of direction', '\u200fa\u200eb\u202ec\u202c'],
    ['an emoji', '🔬'],
    ['a joined emoji', '👩‍🔬'],
    ['accents', 'Präparat'],
    ['HTML', '<b>a</b>'],
    ['quotes', `'"\`;--`],
    ['nothing', ''],
  ])('may contain %s, unchanged', (_case, text) => {
    expect(schema.parse(text)).toBe(text)
  })

  test('is trimmed before it is measured', () => {
    expect(schema.parse(`  ${'a'.repeat(10)}\u00a0\t\n`)).toBe('a'.repeat(10))
    expect(accepts(schema, ` ${'a'.repeat(11)} `)).toBe(false)
  })

  test.each([null, undefined, 7, Number.NaN, ['a'], { toString: () => 'a' }])('%j is not text', (value) => {
    expect(accepts(schema, value)).toBe(false)
  })
})

test.each(['\n', '\r\n', '\t'])('%j inside is for prose, not for a line', (separator) => {
  const text = `a${separator}b`
  expect(prose(10).parse(text)).toBe(text)
  expect(accepts(line(10), text)).toBe(false)
})

describe('a name', () => {
  test.each(['', ' ', '\t\n', '\u00a0'])('%j is none', (text) => {
    expect(name.safeParse(text).error?.issues).toMatchObject([{ message: 'A name is required' }])
  })

  test('has 1 to 255 characters', () => {
    expect(accepts(name, 'a')).toBe(true)
    expect(accepts(name, 'a'.repeat(255))).toBe(true)
    expect(accepts(name, 'a'.repeat(256))).toBe(false)
  })
})

describe('an id', () => {
  test.each(['01980f3e-7c2a-7b3c-8d4e-5f6071829304', '01980F3E-7C2A-7B3C-8D4E-5F6071829304'])(
    '%s is one',
    (text) => {
      expect(accepts(id, text)).toBe(true)
    },
  )

  test.each([
    '',
    'current',
    '01980f3e7c2a7b3c8d4e5f6071829304',
    '{01980f3e-7c2a-7b3c-8d4e-5f6071829304}',
    '01980f3e-7c2a-7b3c-8d4e-5f6071829304 ',
    '01980f3e-7c2a-7b3c-8d4e-5f607182930',
    "01980f3e-7c2a-7b3c-8d4e-5f607182930'",
    7,
    null,
  ])('%j is not', (value) => {
    expect(accepts(id, value)).toBe(false)
  })
})

test('times are ISO 8601 in UTC', () => {
  expect(accepts(time, '2026-11-03T08:15:30.123Z')).toBe(true)
  for (const other of ['2026-11-03T08:15:30+01:00', '2026-11-03', '2026-02-30T00:00:00Z', 1_794_000_000]) {
    expect(accepts(time, other), String(other)).toBe(false)
  }
})

test('versions are whole numbers from 1', () => {
  expect(accepts(version, 1)).toBe(true)
  for (const other of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '1', 2 ** 53]) {
    expect(accepts(version, other), String(other)).toBe(false)
  }
})

test('a person is told by id, name and picture only', () => {
  const told = { id: '01980f3e-7c2a-7b3c-8d4e-5f6071829304', name: 'Ada', picture: null }
  expect(person.parse({ ...told, email: 'ada@example.org' })).toEqual(told)
})
