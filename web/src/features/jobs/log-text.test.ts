import type { JobLogLine } from '@cresyl/contract/operations/jobs'
import { expect, test } from 'vitest'
import { byAttempt, logText } from './log-text.ts'

const line = (n: number, attempt: number, level: JobLogLine['level'], text: string): JobLogLine => ({
  n,
  attempt,
  level,
  text,
  at: `2026-11-15T14:05:0${n}.000Z`,
})
const lines = [line(1, 1, 'info', 'Read 3 files'), line(2, 1, 'error', 'Gone'), line(3, 2, 'warn', 'Slow')]

test('attempts are kept apart, in the order they were made', () => {
  expect(byAttempt(lines).map(({ attempt, lines }) => [attempt, lines.length])).toEqual([
    [1, 2],
    [2, 1],
  ])
})

test('as text each line has its exact time and level', () => {
  expect(logText(lines)).toBe(
    [
      'Attempt 1',
      '2026-11-15T14:05:01.000Z INFO  Read 3 files',
      '2026-11-15T14:05:02.000Z ERROR Gone',
      '',
      'Attempt 2',
      '2026-11-15T14:05:03.000Z WARN  Slow',
      '',
    ].join('\n'),
  )
})
