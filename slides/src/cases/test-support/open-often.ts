import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SlideError } from '../../errors.ts'
import { openSlide } from '../../open.ts'
import { seedFiles } from './seed-files.ts'
import { entries } from './spoil-tiff.ts'

// Opens slides so many times and prints what has stayed behind: needs --expose-gc.
const times = Number(process.argv[2] ?? 300)
const folder = await mkdtemp(join(tmpdir(), 'cresyl-leaks-'))

async function prepare(): Promise<{ good: string[]; bad: string[] }> {
  const good: string[] = []
  for (const seed of ['aperio', 'ome-planes', 'lzw-strips', 'czi'] as const) {
    good.push(join(folder, seed))
    await writeFile(join(folder, seed), await seedFiles[seed]())
  }
  const palette = await seedFiles.palette()
  const cut = (await seedFiles.czi()).slice(0, 600)
  entries(5000)(palette)
  const bad = [join(folder, 'entries'), join(folder, 'cut')]
  await writeFile(bad[0] as string, palette)
  await writeFile(bad[1] as string, cut)
  return { good, bad }
}

async function readOne(path: string): Promise<void> {
  const slide = await openSlide(path)
  await slide.images[0]?.rawTile(0, 0, 0)
  await slide.close()
}

async function refuseOne(path: string): Promise<void> {
  await openSlide(path).then(
    () => Promise.reject(new Error(`${path} opened`)),
    (error: unknown) => (error instanceof SlideError ? undefined : Promise.reject(error)),
  )
}

/** Those of the folder only: Node and its packages keep files of their own. */
async function openFiles(): Promise<number> {
  const descriptors = await readdir('/proc/self/fd').catch(() => [])
  const targets = await Promise.all(
    descriptors.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')),
  )
  return targets.filter((target) => target.startsWith(folder)).length
}

function keptBytes(): number {
  for (let pass = 0; pass < 3; pass += 1) globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

try {
  const { good, bad } = await prepare()
  const result = { read: 0, refused: 0, openFiles: 0, grownBytes: 0 }
  let before = 0
  for (let turn = -50; turn < times; turn += 1) {
    // What is loaded once, codecs above all, is there by now.
    if (turn === 0) before = keptBytes()
    await readOne(good[Math.abs(turn) % good.length] as string)
    await refuseOne(bad[Math.abs(turn) % bad.length] as string)
    if (turn < 0) continue
    result.read += 1
    result.refused += 1
  }
  result.openFiles = await openFiles()
  result.grownBytes = keptBytes() - before
  process.stdout.write(JSON.stringify(result))
} finally {
  await rm(folder, { recursive: true, force: true })
}
