import { createReadStream } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeCzi } from '../../czi/test-support/make-czi.ts'
import { extraSampleKinds, fieldTypes, photometrics, tags } from '../../tiff/tags.ts'
import { makeTiff } from '../../tiff/test-support/make-tiff.ts'
import type { TestPage } from '../../tiff/test-support/test-page.ts'
import { makeSlides } from '../test-support/made-slides.ts'
import { runProgram } from '../test-support/test-program.ts'

let slides: Awaited<ReturnType<typeof makeSlides>>
let server: Server
let address: string
beforeAll(async () => {
  slides = await makeSlides()
  server = createServer(async (request, response) => {
    const path = join(slides.folder, request.url ?? '')
    const { size } = await stat(path)
    const [start = 0, end = size - 1] = (/bytes=(\d+)-(\d*)/.exec(request.headers.range ?? '') ?? [])
      .slice(1)
      .map(Number)
    const last = Math.min(end, size - 1)
    response.writeHead(206, {
      'content-range': `bytes ${start}-${last}/${size}`,
      'content-length': last - start + 1,
    })
    createReadStream(path, { start, end: last }).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await slides.remove()
  server.close()
})

const info = (...words: string[]) => runProgram(['info', ...words], slides.folder)

it('describes an RGB pyramid in aligned lines', async () => {
  const { code, stdout, stderr } = await info('rgb.ome.tiff')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/^rgb\.ome\.tiff\n {2}Format +\S.*, \d.*B\n/)
  expect(stdout).toContain(`
Image
  Size        1300 × 700 px, 0.65 × 0.35 mm
  Resolution  0.5 µm/px
  Objective   20×
  Pixels      RGB, 8 bits a sample (u8)
  Levels
    0  1300 × 700 px  tiles 256 × 256  1/1  Deflate
    1   650 × 350 px  tiles 256 × 256  1/2  Deflate
    2   325 × 175 px  tiles 256 × 256  1/4  Deflate
`)
})

it('describes the channels of fluorescence', async () => {
  const { stdout } = await info('two.ome.tiff')
  expect(stdout).toContain('grey, 12 bits a sample (u16)')
  expect(stdout).toContain('  Channels\n    0  DAPI  #0000ff\n    1  FITC  #00ff00\n')
})

it('says what the values of a file are converted from', async () => {
  const made = { width: 8, height: 8 }
  const alpha = { tag: tags.extraSamples, type: fieldTypes.short, values: [extraSampleKinds.alpha] }
  const pixels = new Uint8Array(256)
  for (const [page, line] of [
    [{ ...made, bits: 64, format: 'float', pixels }, 'grey, 32 bits a sample (f32), converted from f64'],
    [
      { ...made, samples: 4, photometric: photometrics.cmyk, pixels },
      'RGB, 8 bits a sample (u8), converted from CMYK',
    ],
    [
      { ...made, samples: 2, photometric: photometrics.blackIsZero, extraTags: [alpha], pixels },
      'grey, 8 bits a sample (u8), converted from grey with alpha, which is left out',
    ],
  ] satisfies [TestPage, string][]) {
    await writeFile(join(slides.folder, 'converted.tif'), await makeTiff({ pages: [page] }))
    expect((await info('converted.tif')).stdout).toContain(`${line}\n`)
    const { images } = JSON.parse((await info('converted.tif', '--json')).stdout)
    expect(line).toContain(images[0].convertedFrom)
  }
})

it('gives programs the same as JSON', async () => {
  const { stdout } = await info('two.ome.tiff', '--json')
  expect(JSON.parse(stdout)).toMatchObject({
    name: 'two.ome.tiff',
    vendor: 'ome',
    images: [
      {
        width: 600,
        height: 400,
        mpp: { x: 0.5, y: 0.5 },
        objective: 20,
        pixelType: 'u16',
        bitDepth: 12,
        samples: 1,
        sizeZ: 1,
        sizeT: 1,
        channels: [
          { name: 'DAPI', color: '#0000ff' },
          { name: 'FITC', color: '#00ff00' },
        ],
        levels: [{ width: 600, height: 400, tileWidth: 256, tileHeight: 256, downsample: 1 }, { width: 300 }],
      },
    ],
    associated: [],
  })
})

it('shows all properties when asked', async () => {
  const { stdout } = await info('rgb.ome.tiff', '--metadata')
  expect(stdout).toMatch(/^Properties\n {2}case {2}A1$/m)
})

it('says what is wrong with a file that is read all the same, and what its alpha is', async () => {
  const bytes = await makeTiff({
    pages: [
      {
        width: 2,
        height: 2,
        samples: 4,
        pixels: new Uint8Array(16),
        extraTags: [
          { tag: tags.extraSamples, type: fieldTypes.short, values: [extraSampleKinds.premultipliedAlpha] },
        ],
      },
    ],
  })
  const view = new DataView(bytes.buffer)
  const first = view.getUint32(4, true)
  view.setUint32(first + 2 + 12 * view.getUint16(first, true), 4, true)
  await writeFile(join(slides.folder, 'broken.tiff'), bytes)
  const { code, stdout } = await info('broken.tiff')
  expect(code).toBe(0)
  expect(stdout).toContain('RGB multiplied by its alpha, 8 bits a sample (u8)')
  expect(stdout).toContain(
    'Warnings\n  IFD 1: lies at 4, inside the header; directories that may come after IFD 0 are left out\n',
  )
})

it('reads from a web server', async () => {
  const { code, stdout } = await info(`${address}/rgb.ome.tiff`)
  expect(code).toBe(0)
  expect(stdout.split('\n')[0]).toBe(`${address}/rgb.ome.tiff`)
  expect(stdout).toContain('1300 × 700 px')
})

it('says how a CZI is compressed, and which phases it has', async () => {
  const block = { x: 0, y: 0, width: 2, height: 2, compression: 4, data: new Uint8Array(4) }
  const { bytes } = makeCzi([0, 1].map((H) => ({ ...block, dimensions: { H } })))
  await writeFile(join(slides.folder, 'phases.czi'), bytes)
  const { stdout } = await info('phases.czi')
  expect(stdout).toContain('Phase 2')
  expect(stdout).toMatch(/0 +2 × 2 px +tiles 512 × 512 +1\/1 +JPEG XR/)
  const { stdout: json } = await info('phases.czi', '--json')
  expect(JSON.parse(json)).toMatchObject({ images: [{ name: 'Phase 1' }, { name: 'Phase 2' }] })
})
