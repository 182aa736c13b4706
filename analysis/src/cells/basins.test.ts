import { expect, test } from 'vitest'
import { findBasins } from './basins.ts'

/** Heights as rows of digits; a dot is outside the mask. */
function basinsOf(...rows: readonly string[]) {
  const [width, height] = [rows[0]?.length ?? 0, rows.length]
  const text = rows.join('')
  const heights = Int16Array.from(text, (sign) => (sign === '.' ? 0 : Number(sign)))
  const mask = Uint8Array.from(text, (sign) => (sign === '.' ? 0 : 1))
  const { labels, count } = findBasins(heights, mask, new Int32Array(text.length).fill(9), width, height)
  return { count, rows: rows.map((_, y) => [...labels.subarray(y * width, (y + 1) * width)].join('')) }
}

test('pixels go to the summit that the steepest way leads to', () => {
  expect(basinsOf('.........', '.1351251.', '.1341261.', '.........')).toEqual({
    count: 2,
    rows: ['000000000', '011112220', '011112220', '000000000'],
  })
})

test('a plateau has one summit', () => {
  expect(basinsOf('......', '.3333.', '.3333.', '......')).toEqual({
    count: 1,
    rows: ['000000', '011110', '011110', '000000'],
  })
})

test('nothing goes over what is outside the mask', () => {
  expect(basinsOf('.......', '.12.91.', '.......').rows[1]).toBe('0110220')
})

test('the outermost pixels belong to none', () => {
  expect(basinsOf('111', '151', '111').rows).toEqual(['000', '010', '000'])
})
