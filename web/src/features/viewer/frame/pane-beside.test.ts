import { expect, test } from 'vitest'
import { paneBeside } from './pane-beside.ts'

const of = (imageId: string) => ({ slideId: 'slide', imageId })
const [one, two, three, four, five] = ['a', 'b', 'c', 'd', 'e'].map(of)
if (!one || !two || !three || !four || !five) throw new Error('There are five.')

test('each further image has a pane of its own, up to four', () => {
  expect(paneBeside([one], 0, two)).toEqual({ count: 2, pane: 1 })
  expect(paneBeside([one, two], 0, three)).toEqual({ count: 4, pane: 2 })
  expect(paneBeside([one, two, three, null], 2, four)).toEqual({ count: 4, pane: 3 })
})

test('a fifth takes the place of the one after that in use', () => {
  expect(paneBeside([one, two, three, four], 3, five)).toEqual({ count: 4, pane: 0 })
})

test('an empty pane is filled first, and what is seen already stays where it is', () => {
  expect(paneBeside([one, null], 0, two)).toEqual({ count: 2, pane: 1 })
  expect(paneBeside([one, two], 0, two)).toEqual({ count: 2, pane: 1 })
})
