import { Counter, type Registry } from 'prom-client'
import type { BlockEvents } from '../sources/disk-cached-source.ts'

/** What is counted of files in a bucket, by the process that serves stored tiles. */
export function createBlockMetrics(registry: Registry): BlockEvents {
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
