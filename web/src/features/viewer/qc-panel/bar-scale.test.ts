import { qcMeasureKeys, qcMeasures } from '@cresyl/contract/qc/qc-measures'
import { judge } from '@cresyl/contract/qc/qc-verdict'
import { expect, test } from 'vitest'
import { barScale } from './bar-scale.ts'

test('the value lies in the zone of its verdict, whatever the measure and its limits', () => {
  for (const key of qcMeasureKeys) {
    for (const limits of [
      qcMeasures[key].limits,
      { warn: null, fail: 3 },
      { warn: 4, fail: null },
      { warn: null, fail: null },
    ]) {
      for (const value of [0.013, 0.5, 2.1, 7, 33, 99]) {
        const { zones, value: place } = barScale(key, value, limits)
        const verdict = judge(key, value, limits)
        const zone = zones.find(
          (each) =>
            place !== null && each.from < place + 1e-9 && place <= each.to + 1e-9 && each.verdict === verdict,
        )
        expect(zone, `${key} ${value} ${JSON.stringify(limits)}`).toBeDefined()
      }
    }
  }
})

test('zones fill the bar without gaps', () => {
  const { zones } = barScale('focus', 12, qcMeasures.focus.limits)
  expect(zones.map(({ verdict }) => verdict)).toEqual(['passed', 'warned', 'failed'])
  expect(zones[0]?.from).toBe(0)
  expect(zones.at(-1)?.to).toBe(1)
  expect(zones[0]?.to).toBe(zones[1]?.from)
})

test('shares end at 100 %, brightness at 255', () => {
  expect(barScale('focus', 100, qcMeasures.focus.limits).value).toBe(1)
  expect(barScale('brightness', 255, qcMeasures.brightness.limits).value).toBe(1)
})

test('where nothing was measured there are only the limits', () => {
  expect(barScale('snr', null, qcMeasures.snr.limits).value).toBeNull()
  expect(barScale('snr', 0, { warn: null, fail: null }).zones).toEqual([
    { verdict: 'passed', from: 0, to: 1 },
  ])
})
