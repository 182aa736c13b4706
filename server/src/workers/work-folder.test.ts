import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../platform/id.ts'
import { openTestQueue, type TestQueue } from '../platform/queue/test-support/test-queue.ts'
import { requireRoom } from './ingest/room.ts'
import { removeLeftFolders, withWorkFolder } from './work-folder.ts'

let queue: TestQueue
let root: string

beforeAll(async () => {
  queue = await openTestQueue()
  root = join(queue.context.config.slides.cacheDir, 'work')
})
afterAll(() => queue.close())
beforeEach(() => mkdir(root, { recursive: true }))

async function leave(job: string, attempt: number): Promise<string> {
  const name = `${job}_${attempt}`
  await mkdir(join(root, name))
  await writeFile(join(root, name, 'levels.partial'), 'half')
  return name
}

test('what killed attempts left is removed, and what others work on stays', async () => {
  const own = await queue.send()
  const other = await queue.send()
  const ended = await queue.send()
  const running = `update jobs set state = 'running', attempt = 3, incarnation = gen_random_uuid()`
  await queue.owner.query(`${running} where id = any ($1)`, [[own, other]])
  await queue.owner.query(`update jobs set state = 'failed', finished_at = now() where id = $1`, [ended])
  await leave(own, 1)
  await leave(other, 2)
  await leave(ended, 1)
  await leave(newId(), 1)
  const kept = await leave(other, 3)
  expect(await removeLeftFolders(queue.context)).toBe(4)
  expect(await readdir(root)).toEqual([kept])
  for (const [job, attempt] of [
    [own, 1],
    [other, 2],
    [ended, 1],
  ] as const)
    await leave(job, attempt)
  const during = await withWorkFolder({ id: own, attempt: 3 }, queue.context, async () => readdir(root))
  expect(during.sort()).toEqual([kept, `${own}_3`].sort())
  expect(await readdir(root)).toEqual([kept])
})

test('its own goes with it, however it ends', async () => {
  const failing = withWorkFolder({ id: newId(), attempt: 1 }, queue.context, async (folder) => {
    await writeFile(join(folder, 'x'), 'x')
    throw new Error('as planned')
  })
  await expect(failing).rejects.toThrow('as planned')
  expect((await readdir(root)).filter((name) => name.endsWith('_1'))).toEqual([])
})

test('what has no room is not begun, and says how much there is', async () => {
  await expect(requireRoom(root, 1e18)).rejects.toThrow(
    /^There is not enough space: this may take 931322574\.6 GB, and .+ has [\d.]+ GB to spare\. /,
  )
  await requireRoom(root, 1)
})
