import { existsSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { ensureBuilt } from '../launch/build.js'
import { runChild } from '../launch/child.js'
import { findTestChromium } from '../launch/chromium.js'
import { failedInPlaywright, failedInVitest } from '../launch/failed-tests.js'
import { LaunchFailure } from '../launch/failure.js'
import { withNode } from '../launch/npm.js'
import { cacheFolder, root } from '../launch/places.js'
import { keepResult } from '../launch/results.js'
import { createSteps } from '../launch/steps.js'
import { withFault } from './apply-fault.js'
import { faultTable, findMisfits, needsBrowser } from './fault-choice.js'

/** @typedef {import('./fault-list.js').Fault} Fault */
/** @typedef {import('../launch/failed-tests.js').FailedTest} FailedTest */
/** @typedef {{ node: string, steps: import('../launch/steps.js').Steps }} Tools */

/**
 * Makes one fault after the other, runs the tests that ought to notice, prints what did and keeps it.
 * @param {Tools} tools
 * @param {readonly Fault[]} chosen
 * @param {{ wide?: boolean, trusted?: boolean }} [options]
 * @returns {Promise<number>} the exit code
 */
export async function runFaults(tools, chosen, { wide = false, trusted = false } = {}) {
  const { node, steps } = tools
  await refuseChanged(chosen)
  const since = performance.now()
  const date = new Date()
  if (!trusted) await refuseFailing(tools, chosen)

  /** @type {import('./fault-choice.js').Noticed[]} */
  const results = []
  for (const fault of chosen) {
    const began = performance.now()
    steps.begin(`${results.length + 1}/${chosen.length} ${fault.file}`)
    const noticedBy = await findNoticing(tools, fault, wide)
    if (noticedBy === null) steps.fail()
    else steps.succeed()
    results.push({ ...fault, noticedBy, seconds: secondsSince(began) })
  }
  const noticed = results.filter(({ noticedBy }) => noticedBy !== null).length
  const whole = { noticed, of: results.length, seconds: secondsSince(since), faults: results }
  const file = await keepResult('test-faults', whole, { node, date })
  const closing = [
    `The result is kept in ${relative(root, file)}.`,
    `${noticed} of ${results.length} noticed`,
  ]
  steps.print(['', ...faultTable(results), '', ...closing].join('\n'))
  return 0
}

/** The step that is shown goes on while the app is built. */
const quiet = createSteps({ write: () => {} })

/** @param {number} since */
const secondsSince = (since) => Math.round((performance.now() - since) / 1000)

/** @param {readonly Fault[]} chosen */
export async function refuseMisfits(chosen) {
  const texts = await Promise.all(
    chosen.map(({ file }) => readFile(join(root, file), 'utf8').catch(() => undefined)),
  )
  const misfits = findMisfits(chosen, texts)
  if (misfits.length > 0)
    throw new LaunchFailure(
      `The code has changed where checks/fault-list.js breaks it. Choose other places:\n${misfits.join('\n')}`,
    )
}

/**
 * A change that nobody has committed could be lost, or be a fault of a run that was killed.
 * @param {readonly Fault[]} chosen
 */
async function refuseChanged(chosen) {
  const files = [...new Set(chosen.map(({ file }) => file))]
  const { output } = await runChild('git', ['status', '--porcelain', '--', ...files], {
    cwd: root,
    env: process.env,
  })
  if (output.trim() !== '')
    throw new LaunchFailure(
      `These files differ from the last commit. Commit or undo what you changed, then run the command again:\n${output.trimEnd()}`,
    )
}

/**
 * A test that fails by itself notices nothing.
 * @param {Tools} tools
 * @param {readonly Fault[]} chosen
 */
async function refuseFailing(tools, chosen) {
  tools.steps.begin('Tests of the code as it is')
  const tests = [...new Set(chosen.flatMap((fault) => fault.tests))]
  const failed = [
    ...(await runVitest(
      tools,
      tests.filter((test) => !needsBrowser(test)),
    )),
    ...(await runPlaywright(tools, tests.filter(needsBrowser))),
  ]
  if (failed.length === 0) return tools.steps.succeed()
  tools.steps.fail()
  throw new LaunchFailure(
    `These tests fail although nothing is broken. Fix them first:\n${failed.map(({ name }) => name).join('\n')}`,
  )
}

/**
 * @param {Tools} tools
 * @param {Fault} fault
 * @param {boolean} wide
 * @returns {Promise<string | null>} the first test that failed
 */
async function findNoticing(tools, fault, wide) {
  return withFault(join(root, fault.file), fault, async () => {
    const here = fault.tests.filter((test) => !needsBrowser(test))
    const [first] = await runVitest(tools, here, ['--bail=1'])
    if (first) return first.name
    const [inBrowser] = await runPlaywright(tools, fault.tests.filter(needsBrowser))
    if (inBrowser) return inBrowser.name
    const [far] = wide ? await callVitest(tools, ['related', '--run', '--bail=1', fault.file]) : []
    return far?.name ?? null
  })
}

/**
 * @param {Tools} tools
 * @param {string[]} tests files or folders
 * @param {string[]} [options]
 * @returns {Promise<FailedTest[]>}
 */
async function runVitest(tools, tests, options = []) {
  const missing = tests.filter((test) => !existsSync(join(root, test)))
  if (missing.length > 0)
    throw new LaunchFailure(`Correct checks/fault-list.js: there is no ${missing.join(' and no ')}.`)
  return tests.length === 0 ? [] : callVitest(tools, ['run', ...options, ...tests])
}

/**
 * @param {Tools} tools
 * @param {string[]} args
 * @returns {Promise<FailedTest[]>}
 */
async function callVitest({ node }, args) {
  const report = await freshReport('vitest.json')
  const script = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const reporters = ['--reporter=json', `--outputFile.json=${report}`]
  const { output } = await runChild(node, [script, ...args, ...reporters], {
    cwd: root,
    env: withNode(node),
  })
  return failedInVitest(await readReport(report, output), root)
}

/**
 * @param {Tools} tools
 * @param {string[]} files
 * @returns {Promise<FailedTest[]>}
 */
async function runPlaywright({ node }, files) {
  if (files.length === 0) return []
  const chromium = await findTestChromium(node, quiet)
  await ensureBuilt(node, quiet)
  const report = await freshReport('playwright.json')
  const script = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
  const named = files.map((file) => file.replace(/^e2e\//, ''))
  const { output } = await runChild(node, [script, 'test', '--reporter=json', '--max-failures=1', ...named], {
    cwd: join(root, 'e2e'),
    env: { ...withNode(node), CRESYL_CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  })
  return failedInPlaywright(await readReport(report, output))
}

/** @param {string} name */
async function freshReport(name) {
  const folder = join(cacheFolder(), 'faults')
  await mkdir(folder, { recursive: true })
  await rm(join(folder, name), { force: true })
  return join(folder, name)
}

/**
 * @param {string} file
 * @param {string} output of the runner, to be shown where it left no report
 */
async function readReport(file, output) {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    throw new LaunchFailure(`The tests could not be run:\n${output.trimEnd()}`)
  }
}
