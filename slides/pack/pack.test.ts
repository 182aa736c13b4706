import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { slidesFolder } from './build.js'
import { copyCheckout } from './test-checkout.ts'

const root = join(slidesFolder, '..')
const run = promisify(execFile)

/** Outside the repository, so that nothing is found in its node_modules by chance. */
let folder: string
let project: string
let program: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cresyl-slides-packed-'))
  const slides = await copyCheckout(join(folder, 'checkout'))
  await run(process.execPath, [join(slides, 'pack', 'pack.js'), join(folder, 'staged')])
  const [tarball = ''] = await readdir(join(folder, 'staged'))
  project = join(folder, 'project')
  await installByHand(join(folder, 'staged', tarball))
}, 120_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

/** As npm would, which pack.long.ts lets do it: nothing but what the manifest names is there to be imported. */
async function installByHand(tarball: string): Promise<void> {
  const modules = join(project, 'node_modules')
  const installed = join(modules, '@cresyl', 'slides')
  await mkdir(installed, { recursive: true })
  await writeFile(join(project, 'package.json'), '{ "private": true, "type": "module" }')
  await run('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1'])
  const { dependencies, bin } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'))
  for (const name of Object.keys(dependencies)) {
    await mkdir(dirname(join(modules, name)), { recursive: true })
    await symlink(join(root, 'node_modules', name), join(modules, name))
  }
  program = join(installed, bin['cresyl-slides'])
}

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
  const size = ['--width', '1100', '--height', '1300', '--mpp', '0.5', '--seed', '3', '--coverage', '0.1']
  await inProject(process.execPath, program, 'make', 'he', ...size, '-o', 'made.tiff', '--quiet')
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
