import { limitsOf } from '@cresyl/contract/qc/qc-verdict'
import { expect, test } from 'vitest'
import { figuresOf } from './keep-figures.ts'

const measured = (key: 'focus' | 'snr' | 'saturation' | 'pen', value: number | null) => ({
  key,
  value,
  limits: limitsOf(key),
})

test('of several channels the worst counts, whichever end that is', () => {
  const all = [measured('snr', 8), measured('snr', 3), measured('saturation', 1), measured('saturation', 4)]
  expect(figuresOf(all)).toEqual({
    snr: 3,
    saturation: 4,
    saturation_limit: limitsOf('saturation').tileFail,
  })
})

test('what could not be measured has no figure, and says nothing against the rest', () => {
  expect(figuresOf([measured('pen', null), measured('snr', null), measured('snr', 5)])).toEqual({ snr: 5 })
})

test('the limit by which tiles were counted is kept beside their share', () => {
  const limits = { ...limitsOf('focus'), tileFail: 0.2 }
  expect(figuresOf([{ key: 'focus', value: 12, limits }])).toEqual({ focus: 12, focus_limit: 0.2 })
})
