import { qcMeasures } from '@cresyl/contract/qc/qc-measures'
import { expect, test } from 'vitest'
import { rangeFigure } from './range-figure.ts'

test('two figures where values span decades, whole ones where they do not', () => {
  const figures = [0.001, 0.0827, 0.25, 1.96].map((value) => rangeFigure(qcMeasures.focus.tiles, value))
  expect(figures).toEqual(['0.001', '0.083', '0.25', '2'])
  expect(rangeFigure(qcMeasures.clipping.tiles, 19.7)).toBe('20 %')
})
