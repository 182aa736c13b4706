import { qcMeasures } from '@cresyl/contract/qc/qc-measures'
import { noThresholds } from '@cresyl/contract/qc/qc-thresholds'
import { limitsOf } from '@cresyl/contract/qc/qc-verdict'
import { describe, expect, test } from 'vitest'
import { hasFaults, limitFaults } from './check-draft.ts'
import {
  fieldsOf,
  inheritedLimits,
  readThresholds,
  resetMeasure,
  withLimit,
  withoutStain,
  withStain,
  writeThresholds,
} from './thresholds-draft.ts'
import { words } from './words.ts'

const stain = '0199f0a0-0000-7000-8000-000000000001'
const fresh = readThresholds(noThresholds)

describe('what is stored', () => {
  test('is what was stored before, as long as nothing is typed', () => {
    const stored = {
      common: { focus: { warn: 4, tileFail: 0.1 }, folds: { warn: null } },
      stains: { [stain]: { focus: { fail: 30 } } },
    }
    expect(writeThresholds(readThresholds(stored))).toEqual(stored)
  })

  test('is only what differs from what counts anyway', () => {
    const typed = withLimit(withLimit(fresh, null, 'focus', { warn: '5' }), null, 'pen', { warn: '1,5' })
    expect(writeThresholds(typed)).toEqual({ common: { pen: { warn: 1.5 } }, stains: {} })
    const ofStain = withLimit(typed, stain, 'pen', { warn: '1.5', fail: '10' })
    expect(writeThresholds(ofStain).stains).toEqual({ [stain]: { pen: { fail: 10 } } })
  })

  test('is in one order, however it was typed', () => {
    const one = withLimit(withLimit(fresh, null, 'pen', { fail: '9' }), null, 'focus', {
      fail: '9',
      warn: '3',
    })
    const other = withLimit(withLimit(fresh, null, 'focus', { warn: '3', fail: '9' }), null, 'pen', {
      fail: '9',
    })
    expect(JSON.stringify(writeThresholds(one))).toBe(JSON.stringify(writeThresholds(other)))
  })

  test('a field that is left empty never says so; a tile always has a limit', () => {
    const typed = withLimit(fresh, null, 'focus', { warn: '', tileFail: '' })
    expect(writeThresholds(typed).common).toEqual({ focus: { warn: null } })
    expect(limitFaults(typed, null, 'focus')).toEqual({ tileFail: words.faults.noTileNumber })
  })

  test('a stain without limits of its own is not stored, and one that is removed is gone', () => {
    expect(writeThresholds(withStain(fresh, stain)).stains).toEqual({})
    expect(withoutStain(withStain(fresh, stain), stain)).toEqual(fresh)
  })

  test('resetting brings back what is proposed, or what counts for all stains', () => {
    const typed = withLimit(fresh, null, 'focus', { warn: '9', tileWarn: '0.5' })
    expect(resetMeasure(typed, null, 'focus')).toEqual(fresh)
    const ofStain = withLimit(typed, stain, 'focus', { warn: '3' })
    expect(writeThresholds(resetMeasure(ofStain, stain, 'focus'))).toEqual(writeThresholds(typed))
  })

  test('of a stain the limits for all of them count, as the server counts', () => {
    const typed = withLimit(fresh, null, 'focus', { warn: '9' })
    expect(inheritedLimits(typed, stain, 'focus')).toEqual(limitsOf('focus', { focus: { warn: 9 } }))
    expect(inheritedLimits(typed, null, 'focus')).toEqual(qcMeasures.focus.limits)
  })
})

test('measures have the fields that mean something to them', () => {
  expect(fieldsOf('focus')).toEqual(['warn', 'fail', 'tileWarn', 'tileFail'])
  expect(fieldsOf('folds')).toEqual(['warn', 'fail'])
})

describe('what is wrong is said in a sentence beside its field', () => {
  const faultsOf = (key: 'focus' | 'brightness', change: Parameters<typeof withLimit>[3]) =>
    limitFaults(withLimit(fresh, null, key, change), null, key)

  test('what is no number, or none that there can be', () => {
    expect(faultsOf('focus', { warn: 'many' })).toEqual({ warn: words.faults.noNumber })
    expect(faultsOf('focus', { warn: '-1' })).toEqual({ warn: words.faults.tooLow('0') })
    expect(faultsOf('focus', { fail: '101' })).toEqual({ fail: words.faults.tooHigh('100') })
    const most = qcMeasures.focus.tiles.high
    expect(faultsOf('focus', { tileWarn: `${most + 1}` })).toEqual({
      tileWarn: words.faults.tooHigh(`${most}`),
    })
    expect(faultsOf('brightness', { warn: '256' })).toEqual({ warn: words.faults.tooHigh('255') })
  })

  test('a warning after the failure, whichever end is the bad one', () => {
    expect(faultsOf('focus', { warn: '30' })).toEqual({ warn: words.faults.order.high })
    expect(faultsOf('focus', { fail: '2' })).toEqual({ fail: words.faults.order.high })
    const afterWarning = `${qcMeasures.focus.limits.tileWarn + 0.1}`
    expect(faultsOf('focus', { tileFail: afterWarning })).toEqual({ tileFail: words.faults.order.low })
    expect(faultsOf('brightness', { warn: '100' })).toEqual({ warn: words.faults.order.low })
    expect(faultsOf('focus', { warn: '20' })).toEqual({})
    expect(faultsOf('focus', { warn: '' })).toEqual({})
  })

  test('also where a stain differs from what counts for all', () => {
    const typed = withLimit(fresh, stain, 'focus', { warn: '50' })
    expect(hasFaults(typed)).toBe(true)
    expect(hasFaults(fresh)).toBe(false)
  })
})

describe('what saving would change', () => {
  test.each([
    [{ total: 0, flips: [] }, 'No slides have been checked yet. This applies to future checks.'],
    [{ total: 1, flips: [] }, 'This would change none of 1 checked slide.'],
    [
      {
        total: 340,
        flips: [
          { from: 'passed', to: 'failed', count: 9 },
          { from: 'warned', to: 'passed', count: 3 },
        ],
      },
      'This would change 12 of 340 checked slides: 9 from passed to failed, 3 from warning to passed.',
    ],
  ] as const)('%j', (preview, sentence) => {
    expect(words.preview.text({ ...preview, flips: [...preview.flips] })).toBe(sentence)
  })
})
