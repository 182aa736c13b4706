import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { TakeBytes } from '@cresyl/slides'
import { Counter, type Registry } from 'prom-client'
import { readEnvironment } from '../config/environment.ts'
import type { SlideConfig } from '../config/slide-settings.ts'
import type { Context } from '../context.ts'
import type { Log } from '../log.ts'
import { decodingRights } from '../processes/child-rights.ts'
import { trimBlockFolder } from '../sources/block-store.ts'
import type { BlockEvents } from '../sources/disk-cached-source.ts'
import { createDecodePool } from './decode-pool.ts'
import { blockFolderOf } from './describe-source.ts'
import { createOpenSlides } from './open-slides.ts'
import { createSourceOpener, type OpenSource } from './open-source.ts'
import type { Rendered } from './operation.ts'
import { createTileBytes } from './tile-bytes.ts'
import { createTileCache } from './tile-cache.ts'
import { createTileMetrics, watchTiles } from './tile-metrics.ts'
import { createTileService, type TileService } from './tile-service.ts'

/** The tile service of a process, by its settings, with its figures in the process's own. */
export async function openTileService({
  config,
  metrics: { registry },
  log,
}: Pick<Context, 'config' | 'metrics' | 'log'>): Promise<TileService> {
  const { slides } = config
  // Private: whoever could write there could have the children run anything.
  const compileCacheFolder = join(slides.cacheDir, 'compiled')
  await mkdir(compileCacheFolder, { recursive: true, mode: 0o700 })
  const { NODE_EXTRA_CA_CERTS: certificates } = readEnvironment()
  const metrics = createTileMetrics(registry)
  const pool = createDecodePool({
    processes: slides.decodeProcesses,
    compileCacheFolder,
    rights: decodingRights(config),
    environment: certificates === undefined ? {} : { NODE_EXTRA_CA_CERTS: certificates },
    log,
    events: metrics.decoding,
  })
  const bytes = createTileBytes()
  const openSource = await openBlockCache(slides, registry, log, bytes.take)
  const parts = {
    pool,
    openSlides: createOpenSlides({ openSource }),
    cache: createTileCache<Rendered>({ maxBytes: slides.tileCacheBytes, onLookup: metrics.onLookup }),
  }
  watchTiles(registry, parts)
  return createTileService({ ...parts, answered: metrics.answered, sent: bytes.giveBack })
}

/** Opens sources for a process that shows slides; blocks of those in a bucket are kept on its disk. */
async function openBlockCache(
  slides: SlideConfig,
  registry: Registry,
  log: Log,
  readsAtOnce: TakeBytes,
): Promise<OpenSource> {
  const onTrouble = (sentence: string, error: unknown) => log.warn({ err: error }, sentence)
  const blocks = blockFolderOf(slides)
  await trimBlockFolder(blocks).catch((error) =>
    onTrouble(`The folder ${blocks.folder} can't be used to keep parts of slides in.`, error),
  )
  return createSourceOpener({ events: createBlockMetrics(registry), onTrouble, readsAtOnce })
}

/** What is counted of files in a bucket, by the process that serves stored tiles. */
function createBlockMetrics(registry: Registry): BlockEvents {
  const registers = [registry]
  const blocks = new Counter({
    name: 'cresyl_block_cache_blocks_total',
    help: 'Blocks of 256 kB of slides in the bucket: found on the local disk, or fetched',
    labelNames: ['result'],
    registers,
  })
  const requests = new Counter({
    name: 'cresyl_bucket_requests_total',
    help: 'Ranges of slides that were fetched from the bucket',
    registers,
  })
  const bytes = new Counter({
    name: 'cresyl_bucket_bytes_total',
    help: 'Bytes of slides that were fetched from the bucket',
    registers,
  })
  return {
    found: (count) => blocks.inc({ result: 'found' }, count),
    fetched: (count, length) => {
      blocks.inc({ result: 'fetched' }, count)
      requests.inc()
      bytes.inc(length)
    },
  }
}
