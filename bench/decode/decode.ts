import type { Benchmark } from '../support/benchmark.ts'
import { startChild } from '../support/child.ts'
import type { Figure } from '../support/figures.ts'
import { type OpenSlide, startOpenSlide } from '../support/openslide.ts'
import type { Stage } from '../support/stage.ts'
import type { CodecName } from './codecs.ts'
import { type DecodeFile, makeDecodeFiles, tilesAcross } from './files.ts'
import type { DecodeOrder, DecodeReport } from './reader.ts'

const rounds = 8
/** Tiles in each turn: about as much work for every codec, and so much that each collects its garbage meanwhile. */
const tilesInTurn: Record<CodecName, number> = {
  'JPEG 2000': 80,
  'Zstd 16-bit': 900,
  'Deflate 16-bit': 700,
  'Deflate 16-bit, predictor': 500,
  LZW: 250,
  JPEG: 350,
  WebP: 120,
}
/** The others are compared for information: with these the way around the codec may cost little. */
const barred: readonly CodecName[] = [
  'JPEG 2000',
  'Zstd 16-bit',
  'Deflate 16-bit',
  'Deflate 16-bit, predictor',
]

/** A slide whose bytes lie in memory, its codec alone, a slide in a file, tiles of it as they are stored, OpenSlide. */
type Side = DecodeOrder['task'] | 'openSlide'

const sidesOf = (codec: CodecName): Side[] => [
  ...(['memory', 'codec', 'file'] as const),
  ...(codec === 'JPEG' ? (['encoded'] as const) : []),
  ...(codec === 'JPEG' || codec === 'JPEG 2000' ? (['openSlide'] as const) : []),
]

/** CPU ms a tile, of each round. */
type Used = Map<Side, number[]>

export const decode: Benchmark = {
  about: 'CPU of a decoded tile beside its codec alone and beside OpenSlide',
  run: async (stage) => {
    const openSlide = await startOpenSlide(stage)
    const figures: Figure[] = []
    for (const file of await makeDecodeFiles(stage)) {
      stage.say(`${file.codec}: ${rounds} rounds of ${tilesInTurn[file.codec]} tiles`)
      figures.push(...figuresOf(file.codec, await takeTurns(stage, file, openSlide)))
    }
    return { figures, versions: { openslide: openSlide.version } }
  },
}

/** Round by round, so that whatever else the machine does meets all sides. */
async function takeTurns(stage: Stage, file: DecodeFile, openSlide: OpenSlide): Promise<Used> {
  const { codec, path } = file
  const count = tilesInTurn[codec]
  // Each in a process of its own: garbage and compiled code of one must not be another's burden.
  const readers = sidesOf(codec).map((side) => {
    if (side === 'openSlide') {
      return { side, read: () => openSlide.read({ path, columns: tilesAcross, first: 1, count }) }
    }
    const child = startChild<DecodeOrder, DecodeReport>(stage, new URL('./reader.ts', import.meta.url))
    const read = async () => (await child.ask({ task: side, file, count })).milliseconds
    return { side, read, end: child.end }
  })
  const used: Used = new Map(readers.map(({ side }) => [side, []]))
  for (let round = 0; round <= rounds; round += 1) {
    for (const { side, read } of readers) {
      const milliseconds = await read()
      // The first round only warms up.
      if (round > 0) used.get(side)?.push(milliseconds / count)
    }
  }
  for (const { end } of readers) await end?.()
  return used
}

function figuresOf(codec: CodecName, used: Used): Figure[] {
  // Of all turns the cheapest: whatever else the machine does only adds to the others.
  const least = (side: Side) => Math.min(...(used.get(side) ?? []))
  const figure = (name: string, side: Side): Figure[] =>
    used.has(side) ? [{ name: `${codec}: ${name}`, value: least(side), unit: 'ms' }] : []
  return [
    ...figure('CPU of a tile', 'memory'),
    ...figure('CPU of its codec alone', 'codec'),
    {
      name: `${codec}: tile / codec`,
      value: least('memory') / least('codec'),
      unit: '×',
      ...(barred.includes(codec) && { atMost: 1.3 }),
    },
    ...figure('CPU of a tile, read from a file', 'file'),
    ...figure('CPU of a tile as stored, read from a file', 'encoded'),
    ...figure('CPU of a tile, OpenSlide', 'openSlide'),
  ]
}
