import { setTimeout as sleep } from 'node:timers/promises'
import type { Benchmark } from '../support/benchmark.ts'
import { startPostgres } from '../support/postgres.ts'
import { processorTime } from '../support/process-tree.ts'
import { startBenchProduct } from '../support/product.ts'

/** What a start leaves to be done is done by then, in ms. */
const settleLength = 45_000
const restLength = 120_000
const bar = 1

export const rest: Benchmark = {
  about: 'what all processes use of the processor while nobody asks anything of them',
  run: async (stage) => {
    const postgres = await startPostgres(stage)
    const product = await startBenchProduct(stage, postgres, {
      CRESYL_DEMO: 'true',
      UV_THREADPOOL_SIZE: '24',
    })
    stage.say(`${(settleLength + restLength) / 1000} seconds of rest`)
    await sleep(settleLength)
    const used = async () => [await processorTime(product.pid), await processorTime(postgres.pid)] as const
    const [before, since] = [await used(), performance.now()]
    await sleep(restLength)
    const [after, elapsed] = [await used(), performance.now() - since]
    const share = (index: 0 | 1) => (100 * (after[index] - before[index])) / elapsed
    const unit = '% of a core'
    return {
      figures: [
        { name: 'Supervisor, API, worker and decoders', value: share(0), unit },
        { name: 'PostgreSQL', value: share(1), unit },
        { name: 'CPU at rest', value: share(0) + share(1), unit, atMost: bar },
      ],
    }
  },
}
