import { qcGate } from '@cresyl/contract/qc/qc-gate'
import { qcJobStates } from '@cresyl/contract/qc/qc-jobs'
import { expect, test } from 'vitest'
import { isJudged, isOverridable, isUnderWay, standingOf } from './checks.ts'

const check = (id: string, state: (typeof qcJobStates)[number]) => ({ id, state })

test('exactly what keeps predictors away can be overridden', () => {
  for (const state of qcJobStates) {
    expect(isOverridable({ state }), state).toBe(
      qcGate({ qc_state: state, qc_overridden: false }) === 'blocked',
    )
    expect(isUnderWay({ state }), state).toBe(qcGate({ qc_state: state, qc_overridden: false }) === 'wait')
  }
  expect(qcJobStates.filter((state) => isJudged({ state }))).toEqual(['passed', 'warned', 'failed'])
})

test('while a check runs, what the last one found is shown', () => {
  const checks = [check('c', 'running'), check('b', 'error'), check('a', 'warned')]
  expect(standingOf(checks, undefined)).toEqual({ newest: checks[0], shown: checks[2], isEarlier: false })
})

test('an earlier check is shown when it is chosen, and said to be one', () => {
  const checks = [check('c', 'passed'), check('b', 'error'), check('a', 'failed')]
  expect(standingOf(checks, 'a')).toMatchObject({ shown: checks[2], isEarlier: true })
  expect(standingOf(checks, 'b')).toMatchObject({ shown: checks[0], isEarlier: false })
  expect(standingOf(checks, 'c')).toMatchObject({ shown: checks[0], isEarlier: false })
  expect(standingOf([], undefined)).toEqual({ newest: undefined, shown: undefined, isEarlier: false })
})
