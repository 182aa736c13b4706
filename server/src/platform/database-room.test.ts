import { expect, test } from 'vitest'
import { watchRoom } from './database-room.ts'

test('the disk is looked at once a second, and what is short is refused until there is room', async () => {
  let time = 0
  let looks = 0
  let free = 0
  const disk = {
    freeBytes: async () => {
      looks += 1
      return free
    },
  }
  const room = watchRoom(disk, () => time)
  for (const _ of Array(100)) await room.require()
  expect(looks).toBe(1)
  free = -1
  time += 999
  await room.require()
  time += 1
  await expect(room.require()).rejects.toMatchObject({ code: 'storage_full', status: 507 })
  expect(looks).toBe(2)
  free = 0
  time += 1000
  await room.require()
})

test('a disk that can’t be looked at keeps nobody from writing', async () => {
  const room = watchRoom({ freeBytes: () => Promise.reject(new Error('EIO')) })
  expect(await room.isShort()).toBe(false)
})
