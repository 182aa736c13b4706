import { qcMeasures } from '@cresyl/contract/qc/qc-measures'
import { expect, test } from 'vitest'
import { createTestClock } from '../../test-clock.ts'
import { createConnections } from '../tiles/connections.ts'
import { createTestTileServer } from '../tiles/test-tile-server.ts'
import { tilePixels } from '../tiles/tile-grid.ts'
import { createOverlaySource } from './overlay-source.ts'
import { testHeatMap, testMask } from './test-overlay.ts'

const address = (level: number, x: number, y: number) =>
  `/api/viewers/tiles/overlay/${level}/${x}/${y}/?plane=0&depth=16&token=one`
const headers = { 'Plane-Window': '0 65535' }

function open(overlay = testMask() as Parameters<typeof createOverlaySource>[0]) {
  const server = createTestTileServer()
  const clock = createTestClock()
  const sizes: number[] = []
  const source = createOverlaySource(overlay, {
    token: () => 'one',
    connections: createConnections(4),
    clock,
    fetch: server.fetch,
    // Numbers that tell where they are: 1 at the first, one more at each.
    decoder: {
      decode: async () => Uint16Array.from({ length: sizes.shift() ?? 0 }, (_, index) => (index + 1) % 256),
      destroy: () => {},
    },
  })
  const arrive = async (level: number, x: number, y: number, status = 200) => {
    const { width, height } = tilePixels(source.grid, { level, x, y })
    sizes.push(width * height)
    await clock.settle()
    server.answer(address(level, x, y), status, headers)
    await clock.settle()
  }
  return { source, server, clock, arrive }
}

test('what several panes need is asked for once, and told to all of them', async () => {
  const { source, server, clock, arrive } = open()
  const [one, other] = [{}, {}]
  let told = 0
  source.subscribe(() => {
    told += 1
  })
  source.want(one, [{ level: 0, x: 0, y: 0 }])
  source.want(other, [
    { level: 0, x: 0, y: 0 },
    { level: 0, x: 1, y: 0 },
  ])
  await clock.settle()
  expect(server.asked).toEqual([address(0, 0, 0), address(0, 1, 0)])
  expect(source.status()).toEqual({ wanted: 2, loaded: 0, failed: 0 })
  await arrive(0, 0, 0)
  expect(told).toBe(1)
  expect(source.find({ level: 0, x: 0, y: 0 })).toMatchObject({ width: 32, height: 16 })
  expect(source.status()).toEqual({ wanted: 2, loaded: 1, failed: 0 })
  source.leave(other)
  expect(server.aborted).toEqual([address(0, 1, 0)])
})

test('the number at a place is that of its pixel', async () => {
  const { source, arrive } = open()
  source.want({}, [{ level: 0, x: 1, y: 1 }])
  expect(source.valueAt({ x: 33, y: 17 })).toBeNull()
  await arrive(0, 1, 1)
  // This tile is 8 pixels wide: the second of its second row.
  expect(source.valueAt({ x: 33.9, y: 17.2 })).toBe(10)
  expect(source.valueAt({ x: 41, y: 17 })).toBe(0)
})

test('of a mask a coarser level tells, of a heat map only the cells themselves', async () => {
  const mask = open()
  mask.source.want({}, [{ level: 2, x: 0, y: 0 }])
  await mask.arrive(2, 0, 0)
  expect(mask.source.valueAt({ x: 39, y: 0 })).toBe(10)

  const heatMap = open(testHeatMap(qcMeasures.focus.tiles))
  heatMap.source.want({}, [{ level: 1, x: 0, y: 0 }])
  await heatMap.arrive(1, 0, 0)
  expect(heatMap.source.valueAt({ x: 39, y: 0 })).toBeNull()
})

test('what could not be had is told, and asked for again', async () => {
  const { source, server, clock, arrive } = open()
  source.want({}, [{ level: 0, x: 0, y: 0 }])
  await arrive(0, 0, 0, 404)
  expect(source.status()).toEqual({ wanted: 1, loaded: 0, failed: 1 })
  source.retry()
  await clock.settle()
  expect(server.asked).toHaveLength(2)
})
