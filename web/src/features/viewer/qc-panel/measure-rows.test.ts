import type { JudgedMeasure } from '@cresyl/contract/qc/qc-jobs'
import { qcMeasures } from '@cresyl/contract/qc/qc-measures'
import { expect, test } from 'vitest'
import { measureRows } from './measure-rows.ts'
import { testMeasure, testOverlay } from './test-qc-job.ts'

const rowsOf = (...measures: JudgedMeasure[]) => measureRows({ measures, overlays: [] })

test('what is wrong comes first, the rest in the order of the check', () => {
  const rows = rowsOf(
    testMeasure({ key: 'tissue' }),
    testMeasure({ key: 'seams', value: null, verdict: null }),
    testMeasure({ key: 'pen', verdict: 'warned' }),
    testMeasure({ key: 'folds' }),
    testMeasure({ key: 'focus', verdict: 'failed' }),
  )
  expect(rows.map(({ id }) => id)).toEqual(['focus', 'pen', 'tissue', 'folds', 'seams'])
})

test('figures have the digits that people can use, and their unit', () => {
  const [focus, brightness, unknown] = rowsOf(
    testMeasure({ key: 'focus', value: 12.3456 }),
    testMeasure({ key: 'brightness', value: 231.7, limits: qcMeasures.brightness.limits }),
    testMeasure({ key: 'folds', value: null, verdict: null }),
  )
  expect(focus?.value).toBe('12.3 % of the tissue')
  expect(brightness?.value).toBe('232 of 255')
  expect(unknown?.value).toBeNull()
})

test('what is next to nothing is not told to be nothing', () => {
  const [little, nothing] = rowsOf(
    testMeasure({ key: 'focus', value: 0.01 }),
    testMeasure({ key: 'pen', value: 0 }),
  )
  expect([little?.value, nothing?.value]).toEqual(['< 0.1 % of the tissue', '0 % of the tissue'])
})

test('limits are said as they count', () => {
  const [focus, brightness, folds] = rowsOf(
    testMeasure({ key: 'focus', limits: { warn: 5, fail: 20 } }),
    testMeasure({ key: 'brightness', limits: { warn: 215.25, fail: 160 } }),
    testMeasure({ key: 'folds', limits: { warn: null, fail: null } }),
  )
  expect(focus?.limits).toBe('Warning above 5, failed above 20')
  expect(brightness?.limits).toBe('Warning below 215.25, failed below 160')
  expect(folds?.limits).toBe('No limits')
})

test('a channel is named, and has the overlay of its own', () => {
  const channels = [0, 1].map((channel) =>
    testMeasure({ key: 'saturation', channel, channel_name: channel ? null : 'DAPI' }),
  )
  const overlays = [testOverlay({ key: 'saturation', channel: 1, image_id: 'second' })]
  const rows = measureRows({ measures: channels, overlays })
  expect(rows.map(({ name }) => name)).toEqual(['Saturated · DAPI', 'Saturated · 2'])
  expect(rows.map(({ overlay }) => overlay?.image_id)).toEqual([undefined, 'second'])
})
