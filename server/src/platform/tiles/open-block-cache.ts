import type { TakeBytes } from '@cresyl/slides'
import type { Registry } from 'prom-client'
import type { SlideConfig } from '../config/slide-settings.ts'
import type { Log } from '../log.ts'
import { trimBlockFolder } from '../sources/block-store.ts'
import { createBlockMetrics } from './block-cache-metrics.ts'
import { blockFolderOf } from './describe-source.ts'
import { createSourceOpener, type OpenSource } from './open-source.ts'

/** Opens sources for a process that shows slides; blocks of those in a bucket are kept on its disk. */
export async function openBlockCache(
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
