import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, vi } from 'vitest'
import { newId } from '../../../platform/id.ts'
import { compiledFolder } from '../../../platform/test-compiled.ts'
import type { AddedFile, TestIngest } from './test-ingest.ts'

export const stageNames = [
  'Opening the file',
  'Making smaller levels',
  'Measuring the channels',
  'Drawing thumbnails',
  'Registering the slide',
  'Computing the hash of the file',
] as const
export type StageName = (typeof stageNames)[number]

const program = fileURLToPath(new URL('./test-ingest-worker.ts', import.meta.url))

/** The same machine, on which one worker after the other is started and killed. */
export function killableWorker({ queue }: TestIngest) {
  const serverId = newId()
  let worker: ChildProcess | undefined

  const start = () => {
    worker = fork(program, [queue.databaseUrl, queue.folder, serverId], {
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compiledFolder },
      execArgv: ['--no-warnings'],
    })
    return worker
  }
  const kill = async () => {
    if (!worker || worker.exitCode !== null || worker.signalCode !== null) return
    worker.kill('SIGKILL')
    await once(worker, 'exit')
  }
  return {
    serverId,
    start,
    kill,
    /** Kills it so many milliseconds after it has come to the stage. */
    killAt: async (stage: StageName, milliseconds = 0) => {
      const child = start()
      await new Promise<void>((resolve, reject) => {
        child.on('message', (name) => name === stage && resolve())
        child.once('exit', () => reject(new Error(`It ended before ${stage}`)))
      })
      await sleep(milliseconds)
      await kill()
    },
  }
}

/** One slide, with all that belongs to it, once; and nothing that those who were killed have left. */
export async function expectWhole(ingest: TestIngest, { id, jobId }: AddedFile, channels: number) {
  // On a busy machine its four processes take their time.
  const job = await vi.waitUntil(
    async () => {
      const now = await ingest.queue.read(jobId)
      return now.finishedAt !== null && now
    },
    { timeout: 300_000, interval: 50 },
  )
  expect(job).toMatchObject({ state: 'succeeded' })
  const slides = await ingest.rows('select id, image_id from slides where file_id = $1', id)
  expect(slides).toHaveLength(1)
  const images = await ingest.imageRows(id)
  expect(images).toMatchObject([{ id: slides[0]?.image_id, state: 'ready', first_made_level: 1 }])
  const found = await ingest.rows('select stats from channels where image_id = $1', images[0]?.id)
  expect(found).toHaveLength(channels)
  expect(found.every(({ stats }) => stats !== null)).toBe(true)
  const created = `select from audits where event = 'slide.created' and subject_id = $1`
  expect(await ingest.rows(created, slides[0]?.id)).toHaveLength(1)
  expect(await ingest.fileRow(id)).toMatchObject({ reading_state: 'ready', hash: expect.any(Buffer) })
  const { image, close } = await ingest.open(images[0] ?? {})
  expect(image.levels.length).toBeGreaterThan(2)
  await image.rawTile(image.levels.length - 1, 0, 0)
  await close()
  return job
}
