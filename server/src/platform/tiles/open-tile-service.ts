import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readEnvironment } from '../config/environment.ts'
import type { Context } from '../context.ts'
import { decodingRights } from '../processes/child-rights.ts'
import { createDecodePool } from './decode-pool.ts'
import { openBlockCache } from './open-block-cache.ts'
import { createOpenSlides } from './open-slides.ts'
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
