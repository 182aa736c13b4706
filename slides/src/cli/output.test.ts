import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { checkOutput, OutputError, writeBytes, writeWhole } from './output.ts'
import type { Program } from './program.ts'
import { noProgress } from './progress.ts'

let folder: string
let controller: AbortController
let program: Program

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cresyl-slides-output-'))
})
beforeEach(() => {
  controller = new AbortController()
  program = {
    name: 'test',
    version: '0',
    printsToTerminal: false,
    progress: noProgress,
    unfinished: new Set(),
    signal: controller.signal,
    print: async () => {},
    say: () => {},
  }
})
afterAll(() => rm(folder, { recursive: true }))

const text = (value: string) => new TextEncoder().encode(value)

it('writes the file under its name only once it is whole', async () => {
  const path = join(folder, 'whole.png')
  await writeWhole(program, path, false, async (unfinished) => {
    expect([...program.unfinished]).toEqual([unfinished])
    await writeFile(unfinished, 'half')
    expect(await readdir(folder)).not.toContain('whole.png')
    await writeFile(unfinished, 'whole')
  })
  expect(await readFile(path, 'utf8')).toBe('whole')
  expect(program.unfinished.size).toBe(0)
})

it('leaves nothing behind when writing fails or is aborted', async () => {
  const before = await readdir(folder)
  const fails = writeWhole(program, join(folder, 'failed.png'), false, async (unfinished) => {
    await writeFile(unfinished, 'half')
    throw new Error('no more')
  })
  await expect(fails).rejects.toThrow('no more')
  const aborted = writeWhole(program, join(folder, 'aborted.png'), false, async (unfinished) => {
    await writeFile(unfinished, 'half')
    controller.abort(new Error('enough'))
  })
  await expect(aborted).rejects.toThrow('enough')
  expect(await readdir(folder)).toEqual(before)
})

it('replaces a file only when it is told to', async () => {
  const path = join(folder, 'there.png')
  await writeBytes(program, path, false, text('first'))
  const again = writeBytes(program, path, false, text('second'))
  await expect(again).rejects.toThrow(new OutputError(`${path} is there already; add --force to replace it.`))
  expect(await readFile(path, 'utf8')).toBe('first')
  await writeBytes(program, path, true, text('third'))
  expect(await readFile(path, 'utf8')).toBe('third')
})

it('never takes a folder for a file, even when told to replace it', async () => {
  const reason = new OutputError(`${folder} is a folder; choose the name of a file.`)
  await expect(writeBytes(program, folder, true, text('x'))).rejects.toThrow(reason)
  await expect(checkOutput(program, folder, true)).rejects.toThrow(reason)
})

it('says what is wrong with the place', async () => {
  const path = join(folder, 'missing', 'a.png')
  await expect(writeBytes(program, path, false, text('x'))).rejects.toThrow(
    new OutputError(`${path} cannot be written, because its folder does not exist; make it first.`),
  )
})
