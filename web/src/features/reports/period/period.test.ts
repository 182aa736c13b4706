import { describe, expect, test } from 'vitest'
import {
  currentQuarter,
  neighbourOf,
  type Period,
  readPeriod,
  spanBefore,
  spanOf,
  wholeSpan,
  writePeriod,
} from './period.ts'

const today = '2026-11-17'

function said(text: string): Period {
  const period = readPeriod(text)
  if (period === null) throw new Error(`${text} is no period`)
  return period
}

const days = ({ first, last }: { first: string; last: string }) => `${first}..${last}`

describe('addresses', () => {
  test.each(['2026-q1', '2026-q4', '2026-02', '2026-12', '1y', '20y', '2026-01-15..2026-03-20'])(
    '%s is kept as it is',
    (text) => {
      expect(writePeriod(said(text))).toBe(text)
    },
  )

  test.each([
    '',
    '2026-q5',
    '2026-q0',
    '26-q1',
    '2026-13',
    '2026-00',
    '0y',
    '21y',
    '99y',
    '1789-q3',
    '3000-01',
    '2026-03-20..2026-01-15',
    '2026-02-29..2026-03-01',
    '2026-01-01..',
    '2026-01-01..2026-01-02..2026-01-03',
    '0001-01-01..9999-12-31',
    'last summer',
    '<script>',
  ])('“%s” is no period', (text) => {
    expect(readPeriod(text)).toBeNull()
  })
})

describe('days of a period', () => {
  test.each([
    ['2026-q1', '2026-01-01..2026-03-31'],
    ['2026-q2', '2026-04-01..2026-06-30'],
    ['2026-q3', '2026-07-01..2026-09-30'],
    ['2026-q4', '2026-10-01..2026-12-31'],
    ['2028-02', '2028-02-01..2028-02-29'],
    ['2026-02', '2026-02-01..2026-02-28'],
    ['1y', '2025-12-01..2026-11-30'],
    ['3y', '2023-12-01..2026-11-30'],
    ['2026-05-05..2026-05-05', '2026-05-05..2026-05-05'],
  ])('%s is %s', (text, expected) => {
    expect(days(wholeSpan(said(text), today))).toBe(expected)
  })

  test('in December the last year is this one', () => {
    expect(days(wholeSpan(said('1y'), '2026-12-31'))).toBe('2026-01-01..2026-12-31')
  })

  test('what has only begun ends today', () => {
    expect(days(spanOf(said('2026-q4'), today))).toBe('2026-10-01..2026-11-17')
    expect(days(spanOf(said('1y'), today))).toBe('2025-12-01..2026-11-17')
  })

  test('what is over, or has not begun, is whole', () => {
    expect(days(spanOf(said('2026-q3'), today))).toBe('2026-07-01..2026-09-30')
    expect(days(spanOf(said('2027-q1'), today))).toBe('2027-01-01..2027-03-31')
  })

  test('without a word it is the quarter that today is in', () => {
    expect(writePeriod(currentQuarter(today))).toBe('2026-q4')
    expect(writePeriod(currentQuarter('2026-01-01'))).toBe('2026-q1')
    expect(writePeriod(currentQuarter('2028-06-30'))).toBe('2028-q2')
  })
})

describe('the period before', () => {
  test.each([
    ['2026-q3', '2026-04-01..2026-06-30'],
    ['2026-q1', '2025-10-01..2025-12-31'],
    ['2028-03', '2028-02-01..2028-02-29'],
    ['2026-01', '2025-12-01..2025-12-31'],
    ['2026-01-15..2026-03-20', '2025-11-11..2026-01-14'],
    ['2026-03-01..2026-03-01', '2026-02-28..2026-02-28'],
  ])('of %s is %s', (text, expected) => {
    expect(days(spanBefore(said(text), today))).toBe(expected)
  })

  test.each([
    ['2026-q4', '2026-07-01..2026-08-17'],
    ['2026-11', '2026-10-01..2026-10-17'],
    ['1y', '2024-12-01..2025-11-17'],
    ['2y', '2022-12-01..2024-11-17'],
    ['2026-11-16..2026-11-30', '2026-11-01..2026-11-02'],
  ])('of %s, which has only begun, is as much: %s', (text, expected) => {
    expect(days(spanBefore(said(text), today))).toBe(expected)
  })

  test('of a year is whole months on the last day of February', () => {
    expect(days(spanBefore(said('1y'), '2028-02-29'))).toBe('2026-03-01..2027-02-28')
    expect(days(spanBefore(said('1y'), '2028-02-28'))).toBe('2026-03-01..2027-02-28')
  })

  test('never reaches into this one, however short it was', () => {
    expect(days(spanBefore(said('2026-03'), '2026-03-30'))).toBe('2026-02-01..2026-02-28')
  })
})

describe('going on', () => {
  test.each([
    ['2026-q4', -1, '2026-q3'],
    ['2026-q1', -1, '2025-q4'],
    ['2025-q4', 1, '2026-q1'],
    ['2026-01', -1, '2025-12'],
    ['2025-12', 1, '2026-01'],
    ['2026-01-01..2026-01-10', 1, '2026-01-11..2026-01-20'],
    ['2026-01-01..2026-01-10', -1, '2025-12-22..2025-12-31'],
  ] as const)('from %s by %i is %s', (text, direction, expected) => {
    const found = neighbourOf(said(text), direction, today)
    expect(found && writePeriod(found)).toBe(expected)
  })

  test('neither into the future nor before anything was scanned', () => {
    expect(neighbourOf(said('2026-q4'), 1, today)).toBeNull()
    expect(neighbourOf(said('1990-q1'), -1, today)).toBeNull()
    expect(neighbourOf(said('3y'), -1, today)).toBeNull()
  })
})
