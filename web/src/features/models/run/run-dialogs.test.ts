import type { QcJob } from '@cresyl/contract/qc/qc-jobs'
import { expect, test } from 'vitest'
import { notBegun, overrideAndRun } from '../../../engine/runs/run-steps.ts'
import { gateSentence } from './gate-note.tsx'
import { standingOf } from './run-steps-list.tsx'
import { words } from './words.ts'

const check = (given: Partial<QcJob>) => ({ message: '', overridden: false, ...given }) as QcJob

test.each([
  ['check_first', null, words.gate.checkFirst],
  ['wait', check({ state: 'running' }), words.gate.wait],
  ['go', check({ state: 'passed' }), words.gate.go],
  ['go', null, words.gate.output],
  ['go', check({ state: 'warned' }), words.gate.warned],
  ['go', check({ state: 'failed', overridden: true }), words.gate.overridden],
] as const)('before a run it is said what quality control will say: %s', (gate, newest, text) => {
  expect(gateSentence({ gate, check: newest }, true).text).toBe(text)
})

test('what blocks a run is told with its reason, unless the predictor does not ask', () => {
  const failed = { gate: 'blocked', check: check({ state: 'failed', message: 'Blurred.' }) } as const
  expect(gateSentence(failed, true)).toEqual({ severity: 'error', text: `${words.gate.blocked} Blurred.` })
  expect(gateSentence(failed, false).severity).toBe('info')
})

test('each step is shown as done, failed or still to come', () => {
  const stopped = { ...notBegun(overrideAndRun), next: 'create', failure: 'No.' } as const
  expect(overrideAndRun.map((step) => standingOf(step, stopped))).toEqual(['done', 'failed', 'waiting'])
  const running = { ...notBegun(overrideAndRun), isRunning: true }
  expect(overrideAndRun.map((step) => standingOf(step, running))).toEqual(['running', 'waiting', 'waiting'])
})
