import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { DecodeEvents, DecodePoolState } from './decode-pool.ts'
import type { CacheLookup } from './tile-cache.ts'

/** How a request for a tile or thumbnail was answered. */
const tileAnswers = ['stored', 'cache', 'decoded', 'not_modified', 'refused'] as const
export type TileAnswer = (typeof tileAnswers)[number]

/** What is counted of tiles, to be handed to the pool, to the cache and to whoever answers. */
export interface TileMetrics {
  readonly decoding: DecodeEvents
  onLookup(result: CacheLookup): void
  /** With the bytes of its body. */
  answered(how: TileAnswer, bytes: number): void
}

export function createTileMetrics(registry: Registry): TileMetrics {
  const registers = [registry]
  const rendered = new Histogram({
    name: 'cresyl_decode_seconds',
    help: 'Time that tiles, thumbnails and regions were decoded for, by what came of it',
    labelNames: ['kind', 'outcome'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60],
    registers,
  })
  const ended = new Counter({
    name: 'cresyl_decode_processes_ended_total',
    help: 'Processes that ended while they decoded: out of time, of memory, or by a crash',
    labelNames: ['why'],
    registers,
  })
  const refused = new Counter({
    name: 'cresyl_decode_refused_total',
    help: 'What was not decoded because too much waited or its file was in quarantine',
    labelNames: ['why'],
    registers,
  })
  const lookups = new Counter({
    name: 'cresyl_tile_cache_lookups_total',
    help: 'Tiles asked of the cache: there already, being made for another, or made now',
    labelNames: ['result'],
    registers,
  })
  return {
    answered: countAnswers(registry),
    decoding: {
      rendered: (kind, outcome, seconds) => rendered.observe({ kind, outcome }, seconds),
      ended: (why) => ended.inc({ why }),
      refused: (why) => refused.inc({ why }),
    },
    onLookup: (result) => lookups.inc({ result }),
  }
}

/** Counted in plain numbers, and told when they are read: there are far more tiles than readings. */
function countAnswers(registry: Registry): TileMetrics['answered'] {
  const counts = Object.fromEntries(tileAnswers.map((how) => [how, { tiles: 0, bytes: 0 }])) as Record<
    TileAnswer,
    { tiles: number; bytes: number }
  >
  const counter = (name: string, help: string, figure: 'tiles' | 'bytes') =>
    new Counter({
      name,
      help,
      labelNames: ['how'],
      registers: [registry],
      collect() {
        this.reset()
        for (const how of tileAnswers) this.inc({ how }, counts[how][figure])
      },
    })
  counter('cresyl_tiles_total', 'Tiles and thumbnails, by how they were answered', 'tiles')
  counter('cresyl_tile_bytes_total', 'Bytes of tiles and thumbnails, by how they were answered', 'bytes')
  return (how, bytes) => {
    counts[how].tiles += 1
    counts[how].bytes += bytes
  }
}

export interface WatchedTiles {
  pool: { state(): DecodePoolState }
  cache: { state(): { tiles: number; bytes: number } }
  openSlides: { state(): { open: number; used: number; bytes: number } }
}

/** How much waits, is decoded and is kept at the moment of reading. */
export function watchTiles(registry: Registry, { pool, cache, openSlides }: WatchedTiles): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  gauge(
    'cresyl_decode_queue',
    'Tiles, thumbnails and regions that wait to be decoded',
    () => pool.state().queued,
  )
  gauge('cresyl_decode_running', 'Those that are being decoded', () => pool.state().rendering)
  gauge('cresyl_decode_processes', 'Processes that decode', () => pool.state().processes)
  gauge(
    'cresyl_decode_quarantined_files',
    'Files that are not decoded, because that ended too many processes',
    () => pool.state().quarantinedFiles,
  )
  gauge('cresyl_tile_cache_bytes', 'Memory that encoded tiles are kept in', () => cache.state().bytes)
  gauge('cresyl_open_slides', 'Images that are kept open', () => openSlides.state().open)
}
