import { describe, expect, test } from 'vitest'
import { type QcState, qcStates } from '../slides/slides.ts'
import { type QcGate, qcGate } from './qc-gate.ts'

const expected: Record<QcState, { plain: QcGate; overridden: QcGate }> = {
  none: { plain: 'check_first', overridden: 'check_first' },
  cancelled: { plain: 'check_first', overridden: 'check_first' },
  queued: { plain: 'wait', overridden: 'wait' },
  running: { plain: 'wait', overridden: 'wait' },
  passed: { plain: 'go', overridden: 'go' },
  warned: { plain: 'go', overridden: 'go' },
  failed: { plain: 'blocked', overridden: 'go' },
  error: { plain: 'blocked', overridden: 'go' },
}

describe.each(qcStates)('quality control that is %s', (qc_state) => {
  test('opens or closes the gate', () => {
    expect(qcGate({ qc_state, qc_overridden: false })).toBe(expected[qc_state].plain)
  })

  test('and when it was overridden', () => {
    expect(qcGate({ qc_state, qc_overridden: true })).toBe(expected[qc_state].overridden)
  })
})
