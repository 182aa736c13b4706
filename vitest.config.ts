import { randomInt } from 'node:crypto'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { chromiumPath } from './e2e/support/chromium-path.ts'

// Each run has its own order of files and its own random numbers. The one it prints, set, repeats it.
process.env.CRESYL_TEST_SEED ??= String(randomInt(1_000_000))
const seed = Number(process.env.CRESYL_TEST_SEED)
console.log(`CRESYL_TEST_SEED=${seed}`)

const tests = (rooms: string) => `${rooms}/**/*.test.{ts,tsx}`
const rules = 'server/src/{domain,http,identity}'
const components = 'web/test'

export default defineConfig({
  test: {
    exclude: ['**/node_modules/**', '**/dist/**'],
    sequence: { shuffle: { files: true, tests: false }, seed },
    // Much of the time is spent waiting: for processes to start, for time to pass.
    maxWorkers: 3,
    // Machines are slow at times: what never comes is waited for longer, what comes costs nothing more.
    testTimeout: 180_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    projects: [
      // Rules, requests and sign-ins leave nothing behind for each other, and the database's library takes long to load.
      onDatabase('rules', { include: [tests(rules)], isolate: false }),
      onDatabase('server', { include: [tests('server')], exclude: [`${rules}/**`] }),
      {
        extends: true,
        test: {
          name: 'rooms',
          include: [tests('{contract,slides,analysis,web,checks,launch,bench}')],
          exclude: [`${components}/**`],
          // Nor do these, and codecs take longer to load than most tests to run.
          isolate: false,
        },
      },
      inBrowser(),
    ],
  },
})

interface Part {
  include: string[]
  exclude?: string[]
  isolate?: boolean
}

function onDatabase(name: string, part: Part): TestProjectConfiguration {
  return {
    extends: true,
    test: {
      name,
      ...part,
      globalSetup: ['server/src/platform/postgres/test-cluster.ts'],
      // Tests run on this PostgreSQL instead of the embedded one, when it is set.
      env: { CRESYL_TEST_POSTGRES: process.env.CRESYL_TEST_POSTGRES ?? '' },
    },
  }
}

/** The app in a real browser, with a server that is made of answers. */
function inBrowser(): TestProjectConfiguration {
  return {
    extends: true,
    root: 'web',
    // Found in the middle of a run, a dependency would have the page load anew: all are found before it begins.
    optimizeDeps: { entries: ['src/main.tsx', 'test/**/*.{ts,tsx}'], include: ['react/jsx-runtime'] },
    // The app as it is shipped: made for developers, React takes three times as long.
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { development: false } },
    test: {
      name: 'components',
      dir: 'web/test',
      include: ['**/*.test.tsx'],
      // The app takes longer to load than most tests to run: it is loaded once, into one page.
      isolate: false,
      fileParallelism: false,
      sequence: { groupOrder: 1 },
      api: { port: 0 },
      browser: {
        enabled: true,
        headless: true,
        ui: false,
        screenshotFailures: false,
        connectTimeout: 120_000,
        // As in the tests of the whole product: a part of a name is enough.
        locators: { exact: false },
        viewport: { width: 1440, height: 900 },
        provider: playwright({
          launchOptions: {
            executablePath: chromiumPath(),
            args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
          },
          contextOptions: { locale: 'en-GB', timezoneId: 'Europe/Vienna', reducedMotion: 'reduce' },
          actionTimeout: 30_000,
        }),
        instances: [{ browser: 'chromium' }],
      },
    },
  }
}
