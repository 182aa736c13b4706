import { chmod, chown, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { lockDataFolder } from './data-folder.ts'
import { ordinaryUser } from './postgres/system-user.ts'
import {
  isRoot,
  killHard,
  makeTestFolder,
  mountSmallDisk,
  startSupervisor,
} from './postgres/test-surroundings.ts'
import { StartError } from './start-error.ts'

test('the folder is made for its owner only, the folders above it as usual', async () => {
  const folder = join(await makeTestFolder(), 'a', 'b')
  const lock = await lockDataFolder(folder)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect((await stat(dirname(folder))).mode & 0o777).toBe(0o777 & ~process.umask())
  await lock.release()
})

test('a second lock in the same process is refused until the first is released', async () => {
  const folder = await makeTestFolder()
  const lock = await lockDataFolder(folder)
  await expect(lockDataFolder(folder)).rejects.toThrow(StartError)
  await expect(lockDataFolder(folder)).rejects.toThrow(
    `Cresyl already runs on ${folder} (process ${process.pid}). Stop it first, or set CRESYL_DATA_DIR to another folder.`,
  )
  await lock.release()
  await lock.release()
  await (await lockDataFolder(folder)).release()
})

test('another process is refused with the number of the holder, and gets in once that is killed', async () => {
  const folder = await makeTestFolder()
  const holder = await startSupervisor(folder, { lockOnly: true })
  expect(holder.report).toEqual({})
  await expect(lockDataFolder(folder)).rejects.toThrow(`already runs on ${folder} (process ${holder.pid})`)
  await killHard(holder.process)
  // What the killed one left says a process id that another program may have by now.
  expect(await readFile(join(folder, 'run', 'pid'), 'utf8')).toBe(`${holder.pid}\n`)
  await writeFile(join(folder, 'run', 'pid'), `${process.pid}\n`)
  const lock = await lockDataFolder(folder)
  expect((await startSupervisor(folder, { lockOnly: true })).report.error).toContain(
    `(process ${process.pid})`,
  )
  await lock.release()
})

test('of several starts at once exactly one gets the folder', async () => {
  const folder = await makeTestFolder()
  const starts = await Promise.all(
    Array.from({ length: 5 }, () => startSupervisor(folder, { lockOnly: true })),
  )
  expect(starts.filter(({ report }) => report.error === undefined)).toHaveLength(1)
})

test('a folder that this user may not use is named with what to do', async () => {
  const parent = await makeTestFolder()
  const user = isRoot ? await ordinaryUser() : undefined
  const options = { lockOnly: true, ...(user ? { user } : {}) }

  const readOnly = join(parent, 'read-only')
  await mkdir(readOnly)
  await chmod(readOnly, 0o555)
  expect((await startSupervisor(readOnly, options)).report).toEqual({
    name: 'StartError',
    error: `Cresyl can't write to ${readOnly}: this user has no permission to do so. Give it read and write access to the folder, or set CRESYL_DATA_DIR to another one.`,
  })

  const unreadable = join(parent, 'unreadable')
  await mkdir(unreadable)
  if (user) await chown(unreadable, user.uid, user.gid)
  await chmod(unreadable, 0o300)
  expect((await startSupervisor(unreadable, options)).report.error).toContain(
    `can't read ${unreadable}: this user`,
  )

  expect((await startSupervisor(join(readOnly, 'data'), options)).report.error).toContain(
    `can't create ${readOnly}/data: this user`,
  )
})

test('a lock file of another user is told apart from a lock that is held', async (context) => {
  if (!isRoot) return context.skip('only root can make files of another user')
  const user = await ordinaryUser()
  const folder = await makeTestFolder()
  await chown(folder, user.uid, user.gid)
  await writeFile(join(folder, 'lock'), '')
  const { report } = await startSupervisor(folder, { lockOnly: true, user })
  expect(report.name).toBe('StartError')
  expect(report.error).toContain(`can't lock ${folder}/lock`)
})

test('a file in the place of the folder is refused', async () => {
  const file = join(await makeTestFolder(), 'data')
  await writeFile(file, '')
  await expect(lockDataFolder(file)).rejects.toThrow(`can't create ${file}: a file is in the way`)
})

test('a disk with little space is refused before anything is written', async (context) => {
  const disk = await mountSmallDisk(100)
  if (disk === null) return context.skip('mounting a small disk needs more rights')
  await expect(lockDataFolder(disk)).rejects.toThrow(
    /has only (99|100) MB free and Cresyl needs at least 200 MB/,
  )
  // What was begun there is opened all the same: to be read, and to be made smaller.
  await mkdir(join(disk, 'secrets'))
  const lock = await lockDataFolder(disk)
  await lock.release()
})

test('a full disk is called full', async (context) => {
  const disk = await mountSmallDisk(1)
  if (disk === null) return context.skip('mounting a small disk needs more rights')
  await writeFile(join(disk, 'filling'), Buffer.alloc(2 * 1024 * 1024)).catch(() => {})
  await expect(lockDataFolder(disk)).rejects.toThrow(`The disk that holds ${disk} is full.`)
})
