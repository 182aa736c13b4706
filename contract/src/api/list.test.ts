import { describe, expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { listOf, orderingBy, type Page, paging, search } from './list.ts'

const query = z.strictObject(paging)

describe('paging', () => {
  test('is the first 50 when nothing is said', () => {
    expect(query.parse({})).toEqual({ limit: 50, offset: 0 })
  })

  test.each([-1, 1, 50, 10_000])('takes a limit of %i', (limit) => {
    expect(query.parse({ limit })).toEqual({ limit, offset: 0 })
  })

  test.each([0, -2, 10_001, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '50', null])(
    'refuses a limit of %j',
    (limit) => {
      expect(query.safeParse({ limit }).success).toBe(false)
    },
  )

  test('says what to use instead of a limit of 0', () => {
    expect(query.safeParse({ limit: 0 }).error?.issues[0]?.message).toBe(
      'Use a positive number, or -1 for all',
    )
  })

  test.each([0, 1, Number.MAX_SAFE_INTEGER])('takes an offset of %i', (offset) => {
    expect(query.parse({ offset })).toEqual({ limit: 50, offset })
  })

  test.each([-1, 0.5, Number.NaN, 2 ** 53, '0'])('refuses an offset of %j', (offset) => {
    expect(query.safeParse({ offset }).success).toBe(false)
  })
})

describe('ordering', () => {
  const ordering = orderingBy(['name', 'created_at'], '-created_at')

  test('is by the default when nothing is said', () => {
    expect(ordering.parse(undefined)).toBe('-created_at')
  })

  test.each(['name', '-name', 'created_at', '-created_at'])('takes %s', (value) => {
    expect(ordering.parse(value)).toBe(value)
  })

  test.each(['', '-', '--name', '+name', 'Name', 'id', 'name,created_at', 'name; drop table projects'])(
    'refuses %j',
    (value) => {
      expect(ordering.safeParse(value).success).toBe(false)
    },
  )

  test('knows its columns by type', () => {
    expectTypeOf<z.output<typeof ordering>>().toEqualTypeOf<'name' | '-name' | 'created_at' | '-created_at'>()
    // @ts-expect-error: not one of the columns
    orderingBy(['name'], '-id')
  })
})

describe('search', () => {
  test('may be left out, is trimmed and has at most 200 characters', () => {
    expect(search.parse(undefined)).toBeUndefined()
    expect(search.parse('  lung ')).toBe('lung')
    expect(search.safeParse('x'.repeat(200)).success).toBe(true)
    expect(search.safeParse('x'.repeat(201)).success).toBe(false)
  })

  test('may not contain NUL, which the database would refuse', () => {
    expect(search.safeParse('a\0').success).toBe(false)
  })
})

describe('a list', () => {
  const list = listOf(z.object({ id: z.string() }))

  test('is a page of items', () => {
    const page = { count: 2, next: '/api/things/?offset=1', previous: null, results: [{ id: 'a' }] }
    expect(list.parse(page)).toEqual(page)
    expectTypeOf<z.output<typeof list>>().toEqualTypeOf<Page<{ id: string }>>()
  })

  test.each([
    [[{ id: 'a' }]],
    [{ count: 1, next: null, previous: null, results: [{ id: 7 }] }],
    [{ count: 1.5, next: null, previous: null, results: [] }],
    [{ count: 1, results: [] }],
  ])('is not %j', (value) => {
    expect(list.safeParse(value).success).toBe(false)
  })
})
