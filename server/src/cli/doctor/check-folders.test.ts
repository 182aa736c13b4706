import { execFileSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkFolder, type FolderNeeds } from './check-folders.ts'
import { measureSync } from './measure-sync.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cresyl-doctor-'))
  await chmod(folder, 0o700)
})

afterAll(() => rm(folder, { recursive: true, force: true }))

const check = async (needs: Partial<FolderNeeds> = {}) => {
  const findings = await checkFolder({
    about: 'folder',
    folder,
    neededBytes: 1,
    comfortableBytes: 1,
    measure: () => 1,
    ...needs,
  })
  return findings.map(({ verdict, sentence }) => `${verdict}: ${sentence}`).join('\n')
}

describe('a folder', () => {
  it('that is fine is told as such, and nothing is left in it', async () => {
    const said = await check({ measure: measureSync })

    expect(said).toContain('ok: ')
    expect(said).not.toContain('problem: ')
    expect(await readdir(folder)).toEqual([])
  })

  it('that other users may read is a warning with the command that closes it', async () => {
    const open = join(folder, 'open')
    await mkdir(open)
    await chmod(open, 0o755)

    expect(await check({ folder: open })).toContain(`mode 755). Close it: chmod go-rw ${open}`)
    await chmod(open, 0o710)
    expect(await check({ folder: open })).not.toContain('warning')
  })

  it('that is a file is a problem', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')

    expect(await check({ folder: file })).toMatch(/^problem: .* is not a folder/)
    await expect(check({ folder: join(file, 'below') })).rejects.toThrow('a file is in the way')
  })

  it('that does not exist yet is judged by the one it would be made in', async () => {
    const said = await check({ folder: join(folder, 'a', 'b') })

    expect(said).toContain('ok: ')
    expect(said).toContain('does not exist yet')
    expect(await readdir(folder)).not.toContain('a')
  })

  // Nothing is closed to root.
  if (process.getuid?.() !== 0) {
    it('that this user may not write to is a problem', async () => {
      const closed = join(folder, 'closed')
      await mkdir(closed)
      await chmod(closed, 0o500)

      expect(await check({ folder: closed, measure: measureSync })).toMatch(/problem: .*no permission/)
      expect(await check({ folder: join(closed, 'new') })).toMatch(/problem: .*may not create it/)
    })
  }

  it.runIf(process.platform === 'linux')('on a read-only file system is a problem', async () => {
    expect(await check({ folder: '/sys/fs', measure: measureSync })).toMatch(/problem: Cresyl can't write to/)
  })
})

describe('the disk', () => {
  it('with too little space is a problem, with little a warning', async () => {
    const { bavail, bsize } = await statfs(folder)
    const much = bavail * bsize * 10

    expect(await check({ neededBytes: much, comfortableBytes: much })).toMatch(
      /problem: .*Free some space now/,
    )
    expect(await check({ comfortableBytes: much })).toMatch(/warning: .*Free some space soon/)
    expect(await check()).toMatch(/ok: the disk of .* GB free/)
  })

  it('that is full is a problem', async ({ skip }) => {
    const full = join(folder, 'full')
    await mkdir(full)
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16k,mode=700', 'tmpfs', full], { stdio: 'ignore' })
    } catch {
      return skip('only root may mount')
    }
    try {
      await writeFile(join(full, 'ballast'), Buffer.alloc(64 * 1024)).catch(() => {})
      expect(await check({ folder: full, measure: measureSync })).toMatch(
        /problem: The disk that holds .* is full/,
      )
    } finally {
      execFileSync('umount', [full])
    }
  })

  it('that claims to be safe faster than a disk can be is a warning, and so is a slow one', async () => {
    expect(await check({ measure: () => 0.004 })).toMatch(/warning: .*0\.004 ms.*power cut/)
    expect(await check({ measure: () => 180 })).toMatch(/warning: .*180\.0 ms.*faster disk/)
    expect(await check({ measure: () => 2 })).toMatch(/ok: .* safe after 2\.0 ms/)
  })

  it('in memory is found out', async ({ skip }) => {
    const memory = await mkdtemp('/dev/shm/cresyl-doctor-').catch(() => null)
    if (memory === null) return skip('there is no /dev/shm')
    try {
      expect(measureSync(memory)).toBeLessThan(0.05)
    } finally {
      await rm(memory, { recursive: true })
    }
  })
})
