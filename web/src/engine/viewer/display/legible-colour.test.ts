import { contrast } from '@cresyl/contract/slides/contrast'
import { expect, test } from 'vitest'
import { createRandom } from '../../test-random.ts'
import { legendBackdrop, legibleColour } from './legible-colour.ts'

test('a colour that can be read is taken as it is', () => {
  expect(legibleColour('#00ff00')).toBe('#00ff00')
})

test('black becomes a grey and blue a lighter blue', () => {
  const [, red, green, blue] = /#(..)(..)(..)/.exec(legibleColour('#0000FF')) ?? []
  expect([red === green, blue, red !== '00']).toEqual([true, 'ff', true])
  expect(contrast(legibleColour('#000000'), legendBackdrop)).toBeGreaterThanOrEqual(4.5)
})

test('whatever the colour, its name can be read', () => {
  const random = createRandom(21)
  for (let round = 0; round < 200; round += 1) {
    const color = `#${Math.floor(random() * 0x1000000)
      .toString(16)
      .padStart(6, '0')}`
    expect(contrast(legibleColour(color), legendBackdrop), color).toBeGreaterThanOrEqual(4.5)
  }
})
