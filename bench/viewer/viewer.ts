import { join } from 'node:path'
import { bytes } from '../../contract/src/api/limits.ts'
import type { Benchmark } from '../support/benchmark.ts'
import { startPostgres } from '../support/postgres.ts'
import { startBenchProduct } from '../support/product.ts'
import { measureFrames } from './frames.ts'
import { manySlides, measureHeap } from './heap.ts'
import { startOpenSeadragon } from './openseadragon.ts'
import { openViewerPage } from './page.ts'
import { importSlides, readLevels } from './product.ts'
import { measureRace } from './race.ts'
import { largeSize, writeSlides } from './slides.ts'
import { measureTiles } from './tiles.ts'

export const viewer: Benchmark = {
  about: 'tiles, CPU of a frame and memory of the viewer, and its first view beside OpenSeadragon',
  run: async (stage) => {
    await stage.requireSpace(2 * bytes.GB)
    const folder = join(stage.folder, 'slides')
    stage.say(
      `A slide of ${largeSize.width} × ${largeSize.height} pixels and ${manySlides} small ones are made and read`,
    )
    const { large } = await writeSlides(folder, manySlides)
    const openSeadragon = await startOpenSeadragon(stage, large, largeSize)
    const postgres = await startPostgres(stage)
    // The second is what `npm start` sets as well.
    const product = await startBenchProduct(stage, postgres, {
      CRESYL_DEMO: 'true',
      UV_THREADPOOL_SIZE: '24',
    })
    const [first, ...small] = await importSlides(stage, product, folder)
    if (first === undefined) throw new Error('There are no slides.')
    const page = await openViewerPage(stage, product.context.config.origin)
    return {
      figures: [
        ...(await measureTiles(stage, page, first.id, await readLevels(product, first))),
        // The page remembers views: until here it is the whole slide that was seen last.
        ...(await measureRace(stage, page, first.id, openSeadragon)),
        ...(await measureFrames(stage, page, first.id)),
        ...(await measureHeap(stage, page, small)),
      ],
      versions: { chromium: page.version, ...openSeadragon.versions },
    }
  },
}
