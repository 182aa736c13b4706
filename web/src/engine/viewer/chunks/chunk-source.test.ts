import type { RunChunks } from '@cresyl/contract/predictors/inference-outputs'
import { sourceSpace } from '@cresyl/contract/slides/image-space'
import { expect, test } from 'vitest'
import { createTestClock } from '../../test-clock.ts'
import { createConnections } from '../tiles/connections.ts'
import { TileError } from '../tiles/tile-error.ts'
import { createChunkSource } from './chunk-source.ts'

const begun: RunChunks = {
  id: 'run',
  job_id: 'job',
  side: 4096,
  columns: 2,
  chunk_levels: 5,
  finished: [],
  space: sourceSpace({ frame: 'scan', width: 8192, height: 4096 }),
  levels: [0, 1, 2, 3, 4, 5].map((level) => ({
    width: 8192 / 2 ** level,
    height: 4096 / 2 ** level,
    tile_width: 256,
    tile_height: 256,
    downsample: 2 ** level,
  })),
}
const one = { level: 4, x: 0, y: 0 }
const other = { level: 4, x: 1, y: 0 }

function open() {
  const clock = createTestClock()
  const asked: string[] = []
  let told = 0
  let refuses = false
  const source = createChunkSource(begun, {
    load: async ({ key }, imageId) => {
      asked.push(`${imageId ?? 'chunk'} ${key}`)
      if (refuses) throw new TileError('Not there any more.', 409)
      return { picture: null, bytes: 1, free: () => {} }
    },
    connections: createConnections(4),
    clock,
  })
  source.subscribe(() => {
    told += 1
  })
  return { source, clock, asked, told: () => told, refuse: (does: boolean) => (refuses = does) }
}

test('a part is asked for once it is done, and not before', async () => {
  const { source, clock, asked, told } = open()
  expect(source.want({}, [one, other])).toEqual([])
  await clock.settle()
  expect(asked).toEqual([])
  source.update({ ...begun, finished: [1] })
  expect(told()).toBe(1)
  await clock.settle()
  expect(asked).toEqual(['chunk 4/1/0@1'])
  expect(source.find(other)).toBeDefined()
  expect(source.find(one)).toBeUndefined()
  // The same once more is no news.
  source.update({ ...begun, finished: [1] })
  await clock.settle()
  expect(asked).toHaveLength(1)
})

test('at the end the rest comes from the image, and what is shown stays', async () => {
  const { source, clock, asked } = open()
  source.update({ ...begun, finished: [0] })
  source.want({}, [one, other])
  await clock.settle()
  source.finish('image')
  expect(source.find(one)).toBeDefined()
  await clock.settle()
  expect(asked).toEqual(['chunk 4/0/0@1', 'image 4/1/0@1'])
  // A run that has ended knows of no chunks.
  source.update(begun)
  expect(source.find(one)).toBeDefined()
})

test('what went away between two questions is had from the image', async () => {
  const { source, clock, asked, refuse } = open()
  refuse(true)
  source.update({ ...begun, finished: [0] })
  source.want({}, [one])
  await clock.settle()
  expect(source.status()).toEqual({ wanted: 1, loaded: 0, failed: 1 })
  refuse(false)
  source.finish('image')
  await clock.settle()
  expect(asked).toEqual(['chunk 4/0/0@1', 'image 4/0/0@1'])
  expect(source.status()).toEqual({ wanted: 1, loaded: 1, failed: 0 })
})

test('nothing more is asked for by who has left', async () => {
  const { source, clock, asked } = open()
  const who = {}
  source.want(who, [one, other])
  source.leave(who)
  source.update({ ...begun, finished: [0, 1] })
  await clock.settle()
  expect(asked).toEqual([])
})
