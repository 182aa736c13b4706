import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type MakeSlideOptions, makeSlide } from './make-slide.ts'
import { createTissue } from './tissue.ts'

const options: MakeSlideOptions = {
  seed: 3,
  width: 300,
  height: 240,
  stain: 'he',
  defects: { fold: true, pen: 'blue', outOfFocus: true },
}
const small = { ...options, width: 200, height: 200, defects: {} }
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cresyl-make-slide-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('a slide is written with its pyramid, and the truth beside it', async () => {
  const shares: number[] = []
  const made = await makeSlide(join(folder, 'demo.tif'), {
    ...options,
    quality: 100,
    progress: (share) => shares.push(share),
  })
  expect((await readdir(folder)).toSorted()).toEqual(
    ['fold.png', 'nuclei.csv', 'out-of-focus.png', 'pen.png', 'tif', 'tissue.png', 'truth.json'].map(
      (end) => `demo.${end}`,
    ),
  )
  expect(made.files.map((path) => path.slice(folder.length + 1)).toSorted()).toEqual(
    (await readdir(folder)).toSorted(),
  )
  expect(shares.at(-1)).toBe(1)
  expect(shares).toEqual(shares.toSorted((a, b) => a - b))

  const tissue = createTissue(options)
  const written = await sharp(join(folder, 'demo.tif'), { page: 0 }).raw().toBuffer()
  const drawn = tissue.render(0, 0, options.width, options.height).data
  let difference = 0
  for (let i = 0; i < drawn.length; i++) difference += Math.abs((written[i] as number) - (drawn[i] as number))
  expect(difference / drawn.length).toBeLessThan(4)

  const truth = JSON.parse(await readFile(join(folder, 'demo.truth.json'), 'utf8'))
  expect(truth).toMatchObject(JSON.parse(JSON.stringify(tissue.truth())))
  expect(truth.options).toEqual(tissue.options)
  const [head = '', ...rows] = (await readFile(join(folder, 'demo.nuclei.csv'), 'utf8')).trim().split('\n')
  expect(head.split(',')).toEqual(truth.files.nuclei.columns)
  expect(rows.length).toBe(truth.nuclei)
  const first = tissue.allNuclei().next().value
  expect(rows[0]?.split(',').slice(0, 2)).toEqual([String(first?.id), first?.x.toFixed(3)])

  const mask = sharp(join(folder, 'demo.tissue.png'))
  const { data, info } = await mask.toColourspace('b-w').raw().toBuffer({ resolveWithObject: true })
  const expected = tissue.tissueMask(truth.files.masks.downsample)
  expect([info.width, info.height, info.channels]).toEqual([expected.width, expected.height, 1])
  expect(Buffer.compare(data, expected.data as Uint8Array)).toBe(0)
})

test('fluorescence is written without loss, a plane a channel, and has no mask of a pen', async () => {
  const path = join(folder, 'demo.ome.tif')
  const made = { ...options, stain: 'fluorescence', width: 200, height: 160 } as const
  await makeSlide(path, made)
  expect(await readdir(folder)).toContain('demo.truth.json')
  expect(await readdir(folder)).not.toContain('demo.pen.png')
  const tissue = createTissue(made)
  for (const c of [0, 1]) {
    const bytes = await sharp(path, { page: c }).toColourspace('grey16').raw({ depth: 'ushort' }).toBuffer()
    const { data } = tissue.render(0, 0, made.width, made.height, { c })
    expect(Buffer.compare(bytes, new Uint8Array(data.buffer, data.byteOffset, data.byteLength))).toBe(0)
  }
  const file = (await readFile(path)).toString('latin1')
  expect(file).toContain('Name="DAPI"')
  expect(file).toContain('Name="Eosin"')
})

test('an abort midway leaves nothing behind', async () => {
  const controller = new AbortController()
  const reason = new Error('no longer wanted')
  const making = makeSlide(join(folder, 'demo.tif'), {
    ...options,
    defects: {},
    tileSize: 64,
    signal: controller.signal,
    progress: (share) => share > 0.3 && controller.abort(reason),
  })
  await expect(making).rejects.toBe(reason)
  expect(await readdir(folder)).toEqual([])
})

test('a failure at the very end leaves nothing behind either', async () => {
  // A folder where a mask should go can't be replaced by a file.
  await mkdir(join(folder, 'demo.tissue.png', 'in the way'), { recursive: true })
  const making = makeSlide(join(folder, 'demo.tif'), { ...small, overwrite: true })
  await expect(making).rejects.toThrow('demo.tissue.png: is a folder')
  expect(await readdir(folder)).toEqual(['demo.tissue.png'])
})

test('a file that is there already is kept, unless it may be replaced', async () => {
  await writeFile(join(folder, 'demo.truth.json'), 'mine')
  await expect(makeSlide(join(folder, 'demo.tif'), small)).rejects.toThrow(
    'exists already and is not replaced',
  )
  expect(await readdir(folder)).toEqual(['demo.truth.json'])
  expect(await readFile(join(folder, 'demo.truth.json'), 'utf8')).toBe('mine')
  await makeSlide(join(folder, 'demo.tif'), { ...small, overwrite: true })
  expect(JSON.parse(await readFile(join(folder, 'demo.truth.json'), 'utf8')).kind).toBe('procedural tissue')
})

test('a plain slide of mostly glass shares its tiles', async () => {
  const made = await makeSlide(join(folder, 'plain.tif'), {
    seed: 1,
    width: 1000,
    height: 1000,
    stain: 'he',
    coverage: 0.05,
    plain: true,
  })
  const busy = await makeSlide(join(folder, 'busy.tif'), { seed: 1, width: 240, height: 240, stain: 'he' })
  expect(made.bytes).toBeLessThan(busy.bytes * 2.5)
  const corner = await sharp(join(folder, 'plain.tif'), { page: 0 })
    .extract({ left: 0, top: 0, width: 8, height: 8 })
    .raw()
    .toBuffer()
  const { glass } = createTissue({ ...options, plain: true })
  for (const [i, value] of corner.entries())
    expect(Math.abs(value - (glass[i % 3] ?? 0))).toBeLessThanOrEqual(2)
})
