import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { slidesFolder } from './build.js'
import { runNpm } from './npm.js'

const root = join(slidesFolder, '..')
const run = promisify(execFile)

/** Outside the repository, so that nothing is found in its node_modules by chance. */
let folder: string
/** A copy of the checkout, which the tests may disturb. */
let slides: string
let project: string
let tarball: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cresyl-slides-packed-'))
  slides = await copyCheckout(join(folder, 'checkout'))
  await run(process.execPath, [join(slides, 'pack', 'pack.js'), join(folder, 'staged')])
  tarball = (await readdir(join(folder, 'staged')))[0] ?? ''
  project = join(folder, 'project')
  await mkdir(project)
  await writeFile(join(project, 'package.json'), '{ "private": true, "type": "module" }')
  const manners = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
  const installed = runNpm(['install', ...manners, join(folder, 'staged', tarball)], { cwd: project })
  if (installed.status !== 0) throw new Error(`npm install failed: ${installed.stdout}${installed.stderr}`)
}, 120_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

async function copyCheckout(checkout: string): Promise<string> {
  const copied = join(checkout, 'slides')
  await cp(slidesFolder, copied, { recursive: true, filter: (path) => !/\/(node_modules|dist)$/.test(path) })
  for (const name of ['LICENSE', 'tsconfig.base.json']) await cp(join(root, name), join(checkout, name))
  await symlink(join(root, 'node_modules'), join(checkout, 'node_modules'))
  return copied
}

const hashOf = async (path: string) =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex')

const inProject = (...command: [string, ...string[]]) => {
  const [program, ...args] = command
  return run(program, args, { cwd: project })
}

it('holds the program, its types, the licence and the description, and no tests', async () => {
  const files = await readdir(join(project, 'node_modules', '@cresyl', 'slides'), { recursive: true })
  expect(files).toEqual(
    expect.arrayContaining(['LICENSE', 'README.md', 'package.json', 'dist/index.js', 'dist/index.d.ts']),
  )
  expect(files.filter((file) => /(^|\/)test-|\.test\.|\.long\.|(^|\/)(src|pack)(\/|$)/.test(file))).toEqual(
    [],
  )
  expect(files.filter((file) => /\.ts$/.test(file) && !file.endsWith('.d.ts'))).toEqual([])
})

it('opens a slide that its own command made, from JavaScript', async () => {
  const size = ['--width', '1100', '--height', '1300', '--mpp', '0.5', '--seed', '3']
  await inProject('npx', '--no', 'cresyl-slides', 'make', 'he', ...size, '-o', 'made.tiff', '--quiet')
  await writeFile(
    join(project, 'look.js'),
    `import { openFileSource, openSlide } from '@cresyl/slides'
    const source = await openFileSource('made.tiff')
    const slide = await openSlide(source)
    const [{ width, height, mpp, levels }] = slide.images
    const tile = await slide.images[0].rawTile(levels.length - 1, 0, 0)
    console.log(JSON.stringify({ width, height, mpp, tile: [tile.width, tile.samples, tile.pixelType] }))
    await slide.close()`,
  )
  const { stdout } = await inProject(process.execPath, 'look.js')
  expect(JSON.parse(stdout)).toMatchObject({ width: 1100, height: 1300, tile: [expect.any(Number), 3, 'u8'] })
  expect(JSON.parse(stdout).mpp.x).toBeCloseTo(0.5, 3)
  const { stdout: text } = await inProject('npx', '--no', 'cresyl-slides', 'info', 'made.tiff')
  expect(text).toContain('1100 × 1300 px')
})

it('does what the description shows', async () => {
  const description = await readFile(join(project, 'node_modules', '@cresyl', 'slides', 'README.md'), 'utf8')
  const example = /## In ten lines\n\n```js\n(.+?)```/s.exec(description)?.[1] ?? ''
  await writeFile(join(project, 'example.js'), example.replace('slide.svs', 'made.tiff'))
  const { stdout } = await inProject(process.execPath, 'example.js')
  expect(stdout).toMatch(/^generic-tiff 1100 1300 \{ x: 0\.5\d*, y: 0\.5\d* \} 3\n$/)
  expect((await readFile(join(project, 'region.png'))).subarray(1, 4).toString()).toBe('PNG')
})

it('is known to the TypeScript compiler', async () => {
  await writeFile(
    join(project, 'consumer.ts'),
    `import { openFileSource, openSlide, type PixelTile, SlideError } from '@cresyl/slides'
    export async function first(path: string): Promise<PixelTile | string> {
      const slide = await openSlide(await openFileSource(path))
      try {
        return (await slide.images[0]?.rawTile(0, 0, 0)) ?? 'none'
      } catch (error) {
        return error instanceof SlideError ? error.code : 'unknown'
      }
    }
    // @ts-expect-error a path is not a source, so the types are there and not any
    openSlide(1)`,
  )
  const settings = ['--noEmit', '--strict', '--target', 'esnext', '--module', 'nodenext', '--types', 'node']
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const types = join(root, 'node_modules', '@types')
  await inProject(process.execPath, compiler, ...settings, '--typeRoots', types, 'consumer.ts')
})

it('comes out the same from npm pack, and the checkout is as before afterwards', async () => {
  const before = await readdir(slides)
  const manifest = await readFile(join(slides, 'package.json'), 'utf8')
  const packed = runNpm(['pack', '--loglevel=error', '--pack-destination', folder], { cwd: slides })
  expect(packed.status, packed.stderr).toBe(0)
  expect(await hashOf(join(folder, tarball))).toBe(await hashOf(join(folder, 'staged', tarball)))
  expect(await readFile(join(slides, 'package.json'), 'utf8')).toBe(manifest)
  expect((await readdir(slides)).filter((entry) => entry !== '.cache')).toEqual(before)
})

it('finds its own manifest again where an earlier npm pack was killed', async () => {
  const manifest = await readFile(join(slides, 'package.json'), 'utf8')
  const prepack = () => run(process.execPath, [join(slides, 'pack', 'prepack.js')])
  await prepack()
  expect(await readFile(join(slides, 'package.json'), 'utf8')).not.toBe(manifest)
  await prepack()
  await run(process.execPath, [join(slides, 'pack', 'postpack.js')])
  expect(await readFile(join(slides, 'package.json'), 'utf8')).toBe(manifest)
})
