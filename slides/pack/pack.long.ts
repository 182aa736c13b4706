import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runNpm } from './npm.js'
import { copyCheckout } from './test-checkout.ts'

const run = promisify(execFile)

let folder: string
let slides: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cresyl-slides-packed-'))
  slides = await copyCheckout(join(folder, 'checkout'))
  await run(process.execPath, [join(slides, 'pack', 'pack.js'), join(folder, 'staged')])
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const hashOf = async (path: string) =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex')

it('comes out the same from npm pack, and the checkout is as before afterwards', async () => {
  const before = await readdir(slides)
  const manifest = await readFile(join(slides, 'package.json'), 'utf8')
  const packed = runNpm(['pack', '--loglevel=error', '--pack-destination', folder], { cwd: slides })
  expect(packed.status, packed.stderr).toBe(0)
  const [tarball = ''] = await readdir(join(folder, 'staged'))
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

it('is installed by npm, which finds its program', async () => {
  const project = join(folder, 'project')
  await mkdir(project)
  await writeFile(join(project, 'package.json'), '{ "private": true, "type": "module" }')
  const [tarball = ''] = await readdir(join(folder, 'staged'))
  const manners = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
  const installed = runNpm(['install', ...manners, join(folder, 'staged', tarball)], { cwd: project })
  expect(installed.status, installed.stderr).toBe(0)
  const words = ['make', 'he', '--width', '300', '--height', '200', '-o', 'made.tiff', '--quiet']
  await run('npx', ['--no', 'cresyl-slides', ...words], { cwd: project })
  const { stdout } = await run('npx', ['--no', 'cresyl-slides', 'info', 'made.tiff'], { cwd: project })
  expect(stdout).toContain('300 × 200 px')
})
