import { setTimeout as sleep } from 'node:timers/promises'
import { seeded } from '../../slides/src/test-support/seeded.ts'
import { takeOrders } from '../support/child.ts'
import { TileConnection } from '../tiles/connection.ts'

/** People who pan over a slide, each on a connection of their own. */
export interface LookOrder {
  port: number
  headers: readonly string[]
  /** Of the tiles, without level and place. */
  path: string
  /** Tiles in a row and in a column of full resolution. */
  across: number
  viewers: number
  seconds: number
}

export interface LookReport {
  /** Of each tile, from the request until its last byte, ms. */
  durations: number[]
  /** What went wrong, and how often. */
  faults: Record<string, number>
}

/** Of a column that comes into view. */
const tilesOfStep = 5
/** From one step to the next, ms: half to one and a half of it. */
const stepLength = 1000

takeOrders(async ({ port, headers, path, across, viewers, seconds }: LookOrder): Promise<LookReport> => {
  const common = ['HTTP/1.1', `Host: localhost:${port}`, ...headers].join('\r\n')
  const end = performance.now() + seconds * 1000
  const durations: number[] = []
  const faults: Record<string, number> = {}
  const tell = (fault: string) => {
    faults[fault] = (faults[fault] ?? 0) + 1
  }
  const look = async (viewer: number) => {
    const random = seeded(viewer + 1)
    const connection = new TileConnection(port)
    let [x, y] = [random.below(across), random.below(across - tilesOfStep)]
    await sleep(random.below(stepLength))
    while (performance.now() < end) {
      x = (x + 1) % across
      y = Math.min(across - tilesOfStep, Math.max(0, y + random.below(3) - 1))
      for (let row = 0; row < tilesOfStep; row += 1) {
        const since = performance.now()
        await connection.ask(`GET ${path}/0/${x}/${y + row}/ ${common}\r\n\r\n`).then(
          ({ status }) => {
            durations.push(performance.now() - since)
            if (status !== 200) tell(`status ${status}`)
          },
          (error: Error) => tell(error.message),
        )
      }
      await sleep(stepLength / 2 + random.below(stepLength))
    }
    connection.end()
  }
  await Promise.all(Array.from({ length: viewers }, (_, viewer) => look(viewer)))
  return { durations, faults }
})
