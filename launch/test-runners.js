import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { runChild } from './child.js'
import { failedInPlaywright, failedInVitest } from './failed-tests.js'
import { playwrightFileTimes } from './file-times.js'
import { withMemoryFolder } from './memory-folder.js'
import { withNode } from './npm.js'
import { cacheFolder, root } from './places.js'
import { countPlaywright, countVitest } from './test-summary.js'

/**
 * Runs Vitest with its own output on the terminal and counts from its report.
 * @param {string} node
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env] beside the usual one
 */
export async function runVitest(node, args, env = {}) {
  const file = await freshReport('vitest.json')
  const timesFile = await freshReport('vitest-files.json')
  const timesReporter = join(root, 'launch', 'file-times-reporter.js')
  const reporters = [
    '--reporter=default',
    `--reporter=${timesReporter}`,
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]
  const script = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const { code } = await withMemoryFolder((temporary) =>
    runChild(node, [script, 'run', ...reporters, ...args], {
      cwd: root,
      env: { ...withNode(node), ...compiledOnce(), ...temporary, CRESYL_FILE_TIMES: timesFile, ...env },
      show: true,
    }),
  )
  /** @type {import('./test-summary.js').VitestReport | undefined} */
  const report = await readReport(file)
  /** @type {import('./file-times.js').FileTime[]} */
  const times = (await readReport(timesFile)) ?? []
  return {
    report,
    counts: countVitest(report, code, args.includes('--passWithNoTests')),
    failed: failedInVitest(report, root),
    times,
  }
}

/**
 * Runs the browser tests with Playwright.
 * @param {string} node
 * @param {string} chromium
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env] beside the usual one
 */
export async function runPlaywright(node, chromium, args, env = {}) {
  const file = await freshReport('playwright.json')
  const script = join(root, 'node_modules', '@playwright', 'test', 'cli.js')
  const config = join(root, 'e2e', 'playwright.config.ts')
  const { code } = await withMemoryFolder((temporary) =>
    runChild(node, [script, 'test', '--config', config, '--reporter=list,json', ...args], {
      cwd: join(root, 'e2e'),
      env: {
        ...withNode(node),
        ...compiledOnce(),
        ...temporary,
        CRESYL_CHROMIUM: chromium,
        PLAYWRIGHT_JSON_OUTPUT_FILE: file,
        ...env,
      },
      show: true,
    }),
  )
  /** @type {import('./test-summary.js').PlaywrightReport | undefined} */
  const report = await readReport(file)
  return {
    counts: countPlaywright(report, code, args.includes('--pass-with-no-tests')),
    failed: failedInPlaywright(report),
    times: playwrightFileTimes(report),
  }
}

/**
 * Keeps how the last run ended, for `npm run test:repeat`.
 * @param {RunSummary} summary
 */
export async function keepSummary(summary) {
  await writeFile(await freshReport('summary.json'), JSON.stringify(summary))
}

/** @returns {Promise<RunSummary | undefined>} */
export const readSummary = () => readReport(join(cacheFolder(), 'test', 'summary.json'))

/**
 * @typedef {object} RunSummary
 * @property {import('./test-summary.js').Counts} counts
 * @property {number} seconds
 * @property {{ name: string, seconds: number }[]} checks
 * @property {import('./failed-tests.js').FailedTest[]} failed
 */

// Hundreds of processes load the same files: each after the first finds them compiled.
const compiledOnce = () => ({ NODE_COMPILE_CACHE: join(cacheFolder(), 'compiled') })

// An old report must not be read as this run's when the runner crashes.
/** @param {string} name */
async function freshReport(name) {
  const file = join(cacheFolder(), 'test', name)
  await mkdir(dirname(file), { recursive: true })
  await rm(file, { force: true })
  return file
}

/** @param {string} file */
async function readReport(file) {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return undefined
  }
}
