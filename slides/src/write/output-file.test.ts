import { existsSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { writeDirectory } from './directory.ts'
import { OutputFile, writeFully } from './output-file.ts'
import { useTemporaryFolder } from './test-support/temporary-folder.ts'
import { writeError } from './write-error.ts'

const path = useTemporaryFolder()

test('what is appended side by side lies in its order, each piece aligned', async () => {
  const file = await OutputFile.create(path('appended'), false)
  const pieces = [3, 8, 0, 21, 1].map((length, i) => new Uint8Array(length).fill(i + 1))
  const positions = await Promise.all(pieces.map((piece) => file.append(piece)))
  expect(positions).toEqual([16, 24, 32, 32, 56])
  await file.commit(32)
  const bytes = await readFile(path('appended'))
  expect(bytes.length).toBe(file.size)
  for (const [i, piece] of pieces.entries()) {
    expect([...bytes.subarray(positions[i], (positions[i] ?? 0) + piece.length)]).toEqual([...piece])
  }
  expect(bytes.subarray(0, 16).toString('hex')).toBe('49492b00080000002000000000000000')
})

test('the header names no directory before the file is whole', async () => {
  const file = await OutputFile.create(path('header'), false)
  await file.append(new Uint8Array(100))
  const header = (await readFile(path('header.partial'))).subarray(0, 16)
  expect(header.toString('hex')).toBe('49492b00080000000000000000000000')
  await file.discard()
  expect(existsSync(path('header.partial'))).toBe(false)
})

test('directories hold positions beyond 4 GiB, and lists longer than are written at once', async () => {
  const file = await OutputFile.create(path('large'), false)
  const far = 5 * 2 ** 40 + 24
  const count = 70_001
  const at = await writeDirectory(
    file,
    new Map([
      [324, { type: 'long8', count, at: (i: number) => far + i }],
      [256, { type: 'long', values: [7] }],
    ]),
    far,
  )
  await file.commit(at)
  const bytes = await readFile(path('large'))
  expect(bytes.readBigUInt64LE(at)).toBe(2n)
  expect([bytes.readUInt16LE(at + 8), bytes.readUInt16LE(at + 28)]).toEqual([256, 324])
  const list = Number(bytes.readBigUInt64LE(at + 40))
  expect(bytes.readBigUInt64LE(list)).toBe(BigInt(far))
  expect(bytes.readBigUInt64LE(list + 8 * (count - 1))).toBe(BigInt(far + count - 1))
  expect(bytes.readBigUInt64LE(at + 48)).toBe(BigInt(far))
})

test('what the system says is told in words', () => {
  const told = (code: string) => writeError('/a/b.tif', Object.assign(new Error(code), { code }))
  expect(told('ENOSPC')).toMatchObject({
    code: 'unwritable',
    message: 'b.tif: could not be written: the disk is full',
  })
  expect(told('EIO')).toMatchObject({ message: 'b.tif: could not be written (EIO)', cause: { code: 'EIO' } })
  const own = new TypeError('a mistake of ours')
  expect(writeError('/a/b.tif', own)).toBe(own)
})

if (existsSync('/dev/full')) {
  test('a full disk is told as such', async () => {
    const handle = await open('/dev/full', 'r+')
    const writing = writeFully(handle, path('full.tif'), new Uint8Array(10), 0)
    await expect(writing).rejects.toMatchObject({
      name: 'SlideError',
      message: 'full.tif: could not be written: the disk is full',
    })
    await handle.close()
  })
}
