import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { compressions, photometrics } from '../../slides/src/tiff/tags.ts'
import { type Child, startChild } from '../support/child.ts'
import type { Figure } from '../support/figures.ts'
import { type SlidePage, writeSlideFile } from '../support/slide-file.ts'
import { makeTissueTiles, tileSide } from '../support/slide-tiles.ts'
import type { Stage } from '../support/stage.ts'
import type { OpenOrder, OpenReport } from './reader.ts'

const rounds = 3
const giantSide = 20_000
/** Eight channels at seven resolutions, and a thumbnail. */
const channels = 8
const levels = 7
const profileBytes = 200_000

/** Files that cost more than others: one with many pages that say much, and one without levels. */
export async function measureRare(stage: Stage): Promise<Figure[]> {
  const [tile] = makeTissueTiles(1, 'he')
  if (!tile) throw new Error('no tissue')
  const [qptiff, giant] = [join(stage.folder, 'pages.qptiff'), join(stage.folder, 'giant.tif')]
  const grey = { photometric: photometrics.blackIsZero, samples: 1, bits: 8 }
  const green = tile.data.filter((_, at) => at % 3 === 1) as Uint8Array
  const pages = describedPages()
  await writeSlideFile(qptiff, pages, { ...grey, compression: compressions.deflate }, [deflateSync(green)])
  const rgb = { photometric: photometrics.rgb, samples: 3, bits: 8, compression: compressions.deflate }
  const whole = { width: giantSide, height: giantSide }
  await writeSlideFile(giant, [whole], rgb, [deflateSync(tile.data as Uint8Array)])
  const opened = await least(stage, { task: 'open', path: qptiff, times: 1, tile: null })
  const drawn = await least(stage, { task: 'thumbnail', path: giant })
  await Promise.all([rm(qptiff), rm(giant)])
  return [
    {
      name: `QPTIFF of ${pages.length} pages: CPU of the first open`,
      value: opened,
      unit: 'ms',
      atMost: 100,
    },
    {
      name: `thumbnail of ${giantSide / 1000}k without levels: CPU`,
      value: drawn / 1000,
      unit: 's',
      atMost: 10,
    },
  ]
}

/** In a process of its own each time: nobody has opened such a file before. */
async function least(stage: Stage, order: OpenOrder): Promise<number> {
  const costs: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const reader: Child<OpenOrder, OpenReport> = startChild(stage, new URL('./reader.ts', import.meta.url), [
      '--expose-gc',
    ])
    costs.push((await reader.ask(order)).milliseconds)
    await reader.end()
  }
  return Math.min(...costs)
}

function describedPages(): SlidePage[] {
  const band = '<Band><Exposure>25</Exposure><Filter>DAPI</Filter></Band>'
  const profile = `<ScanProfile><root>${band.repeat(Math.floor(profileBytes / band.length))}</root></ScanProfile>`
  const describe = (type: string, name = '') =>
    `<?xml version="1.0" encoding="utf-8"?><PerkinElmer-QPI-ImageDescription><ImageType>${type}</ImageType>` +
    `<Name>${name}</Name><Objective>20x</Objective>${profile}</PerkinElmer-QPI-ImageDescription>`
  const resolutions = Array.from({ length: levels }, (_, level) => {
    const side = 16_384 >> level
    const type = level === 0 ? 'FullResolution' : 'ReducedResolution'
    return Array.from({ length: channels }, (_, channel) => ({
      width: side,
      height: side,
      description: describe(type, `Channel ${channel}`),
    }))
  })
  const thumbnail = { width: tileSide, height: tileSide, tiled: false, description: describe('Thumbnail') }
  return [...resolutions.flat(), thumbnail]
}
