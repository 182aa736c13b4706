import { join } from 'node:path'
import { bytes } from '../../contract/src/api/limits.ts'
import { encodeJpeg } from '../../slides/src/codecs/jpeg.ts'
import type { PixelTile } from '../../slides/src/pixels.ts'
import { compressions, photometrics } from '../../slides/src/tiff/tags.ts'
import { createPyramid } from '../../slides/src/write/create-pyramid.ts'
import type { Benchmark } from '../support/benchmark.ts'
import { type Child, startChild } from '../support/child.ts'
import type { Figure } from '../support/figures.ts'
import { type OpenSlide, startOpenSlide } from '../support/openslide.ts'
import { aperioPages, writeSlideFile } from '../support/slide-file.ts'
import { makeTissueTiles, tileSide } from '../support/slide-tiles.ts'
import type { Stage } from '../support/stage.ts'
import { measureRare } from './rare.ts'
import type { OpenOrder, OpenReport, TilePosition } from './reader.ts'

const sides = [1_000, 32_000, 100_000, 200_000]
const rounds = 8
/** Opens in each turn; with a tile they cost several times as much. */
const opens = 200
const reads = 25
const slidesKept = 200
/** Of the pyramids that we write: 200,000 pixels are halved until they are 391. */
const levels = 10

const kinds = ['SVS', 'BigTIFF', 'OME-TIFF'] as const
type Kind = (typeof kinds)[number]

interface MadeFile {
  kind: Kind
  side: number
  path: string
  /** In the middle. */
  tile: TilePosition
}

interface Used {
  /** CPU ms a slide: opened and closed, the same with a tile, and OpenSlide with a tile. */
  open: number
  tile: number
  openSlide: number
}

interface Measured {
  file: MadeFile
  used: Used[]
  bytes: number
  keptOpen: number
  keptRead: number
}

type Reader = Child<OpenOrder, OpenReport>

export const open: Benchmark = {
  about: 'what opening a slide reads, keeps and costs whatever its size, beside OpenSlide',
  run: async (stage) => {
    await stage.requireSpace(200 * bytes.MB)
    const openSlide = await startOpenSlide(stage)
    const files = await makeFiles(stage)
    const reader: Reader = startChild(stage, new URL('./reader.ts', import.meta.url), ['--expose-gc'])
    const measured: Measured[] = []
    for (const file of files) {
      const { path, tile } = file
      const { bytes } = await reader.ask({ task: 'count', path })
      const { keptOpen, keptRead } = await reader.ask({ task: 'keep', path, slides: slidesKept, tile })
      measured.push({ file, used: [], bytes, keptOpen, keptRead })
    }
    await takeTurns(stage, measured, reader, openSlide)
    return {
      figures: [
        ...kinds.flatMap((kind) =>
          figuresOf(
            kind,
            measured.filter(({ file }) => file.kind === kind),
          ),
        ),
        ...(await measureRare(stage)),
      ],
      versions: { openslide: openSlide.version },
    }
  },
}

/** Files of one kind have the same number of directories, so that they differ in their size only. */
async function makeFiles(stage: Stage): Promise<MadeFile[]> {
  const tissue = makeTissueTiles(8, 'he')
  const tiles: Uint8Array[] = []
  for (const tile of tissue) tiles.push(await encodeJpeg(tile, { quality: 75, subsampling: '4:2:0' }))
  const files: MadeFile[] = []
  for (const kind of kinds) {
    for (const side of sides) {
      const path = join(stage.folder, `${kind}-${side}.tif`)
      const middle = Math.floor(side / 2 / tileSide)
      const tile = { x: middle, y: middle }
      if (kind === 'SVS') await writeAperio(path, side, tiles)
      else await writePyramid(path, side, kind, tile, tissue[0] as PixelTile)
      files.push({ kind, side, path, tile })
    }
  }
  return files
}

const writeAperio = (path: string, side: number, tiles: readonly Uint8Array[]) =>
  writeSlideFile(
    path,
    aperioPages(side),
    { compression: compressions.jpeg, photometric: photometrics.ycbcr, samples: 3, bits: 8 },
    tiles,
  )

/** One tile of tissue; all others are the shared one of background. */
async function writePyramid(
  path: string,
  side: number,
  kind: 'BigTIFF' | 'OME-TIFF',
  { x, y }: TilePosition,
  tile: PixelTile,
): Promise<void> {
  const writer = await createPyramid(path, {
    width: side,
    height: side,
    pixelType: 'u8',
    samples: 3,
    mpp: { x: 0.5, y: 0.5 },
    container: kind === 'OME-TIFF' ? 'ome-tiff' : 'bigtiff',
    compression: { kind: 'jpeg', quality: 75 },
    smallestLevel: Math.ceil(side / 2 ** (levels - 1)),
  })
  await writer.writeTile(x, y, tile)
  await writer.finish()
}

/** Round by round, so that whatever else the machine does meets all files and both programs. */
async function takeTurns(stage: Stage, all: Measured[], reader: Reader, openSlide: OpenSlide): Promise<void> {
  for (let round = 0; round <= rounds; round += 1) {
    for (const { file, used } of all) {
      const { path, tile } = file
      const opened = await reader.ask({ task: 'open', path, times: opens, tile: null })
      const read = await reader.ask({ task: 'open', path, times: reads, tile })
      const theirs = seenByOpenSlide(file) ? await openSlide.open({ path, times: reads, tile }) : Number.NaN
      const turn = {
        open: opened.milliseconds / opens,
        tile: read.milliseconds / reads,
        openSlide: theirs / reads,
      }
      // The first round only warms up.
      if (round > 0) used.push(turn)
    }
    if (round > 0) stage.say(`Round ${round} of ${rounds}, ${all.length} files`)
  }
}

/** Of OME-TIFF it finds full resolution only, so that it would have less to do. */
const seenByOpenSlide = ({ kind }: MadeFile) => kind !== 'OME-TIFF'

function figuresOf(kind: Kind, files: readonly Measured[]): Figure[] {
  const most = (values: number[]) => Math.max(...values)
  // Of all turns the cheapest: whatever else the machine does only adds to the others.
  const least = (file: Measured | undefined, what: keyof Used) =>
    Math.min(...(file?.used ?? []).map((each) => each[what]))
  const [smallest, largest] = [files.at(0), files.at(-1)]
  const perSize = (name: string, what: keyof Used): Figure[] =>
    files.map((each) => ({
      name: `${kind} ${each.file.side / 1000}k: ${name}`,
      value: least(each, what),
      unit: 'ms',
    }))
  const theirs = perSize('CPU with a tile, OpenSlide', 'openSlide')
  return [
    {
      name: `${kind}: read to open, at most`,
      value: most(files.map(({ bytes }) => bytes)) / 1024,
      unit: 'kB',
      atMost: 64,
    },
    {
      name: `${kind}: kept while open, at most`,
      value: most(files.map(({ keptOpen }) => keptOpen)) / bytes.MB,
      unit: 'MB',
      atMost: 0.3,
    },
    {
      name: `${kind}: kept after a tile, at most`,
      value: most(files.map(({ keptRead }) => keptRead)) / bytes.MB,
      unit: 'MB',
    },
    ...perSize('CPU of an open', 'open'),
    {
      name: `${kind}: open 200k / 1k`,
      value: least(largest, 'open') / least(smallest, 'open'),
      unit: '×',
      atMost: 1.5,
    },
    ...perSize('CPU with a tile', 'tile'),
    ...theirs.filter(({ value }) => !Number.isNaN(value)),
  ]
}
