import { expect, test } from 'vitest'
import { type Arrival, raceFigures } from './race.ts'

const arrival = (firstTile: number, fullView: number): Arrival => ({ firstTile, fullView })
const round = (ours: Arrival, webgl: Arrival, canvas: Arrival) => ({
  Cresyl: ours,
  'OpenSeadragon with WebGL': webgl,
  'OpenSeadragon with canvas': canvas,
})

test('ratios are taken round by round', () => {
  const figures = raceFigures([
    round(arrival(300, 400), arrival(100, 1000), arrival(100, 500)),
    round(arrival(900, 1000), arrival(100, 1000), arrival(100, 2000)),
    round(arrival(100, 300), arrival(50, 550), arrival(50, 450)),
  ])
  const figureOf = (name: string) => figures.filter((figure) => figure.name === name)
  // 400/1000, 1000/1000, 300/550
  expect(figureOf('First full view / OpenSeadragon with WebGL')[0]).toMatchObject({
    value: 300 / 550,
    atMost: 0.5,
  })
  // 400/500, 1000/2000, 300/450
  expect(figureOf('First full view / OpenSeadragon with canvas')[0]?.value).toBeCloseTo(2 / 3)
  // 100/900, 100/900, 200/500
  expect(figureOf('The same from the first tile on')[0]?.value).toBeCloseTo(1 / 9)
  expect(figureOf('First full view, Cresyl')[0]?.value).toBe(400)
  expect(figureOf('First tile asked for, OpenSeadragon with canvas')[0]?.value).toBe(100)
})

test('both of its ways to draw have the bar', () => {
  const figures = raceFigures([round(arrival(1, 2), arrival(1, 2), arrival(1, 2))])
  const barred = figures.filter(({ atMost }) => atMost !== undefined).map(({ name }) => name)
  expect(barred).toEqual([
    'First full view / OpenSeadragon with WebGL',
    'The same from the first tile on',
    'First full view / OpenSeadragon with canvas',
    'The same from the first tile on',
  ])
})
