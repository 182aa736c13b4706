import { randomInt } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { chromiumPath } from './e2e/support/chromium-path.ts'
import { filesAtOnce } from './launch/file-times.js'

// Each run has its own order of files and its own random numbers. The one it prints, set, repeats it.
process.env.CRESYL_TEST_SEED ??= String(randomInt(1_000_000))
const seed = Number(process.env.CRESYL_TEST_SEED)
console.log(`CRESYL_TEST_SEED=${seed}`)

const tests = (rooms: string) => `${rooms}/**/*.test.{ts,tsx}`
const components = 'web/test'

/** Processes that tests start find what others of them have compiled. */
const childEnv = { NODE_COMPILE_CACHE: join(tmpdir(), 'cresyl-compiled') }

export default defineConfig({
  test: {
    exclude: ['**/node_modules/**', '**/dist/**'],
    // Files leave nothing behind for each other, and what they import takes longer to load than most tests to run.
    isolate: false,
    sequence: { shuffle: { files: true, tests: false }, seed },
    maxWorkers: filesAtOnce,
    // Machines are slow at times: what never comes is waited for longer, what comes costs nothing more.
    testTimeout: 180_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'rooms',
          include: [tests('{contract,slides,analysis,web,checks,launch,bench}')],
          exclude: [`${components}/**`],
          sequence: { groupOrder: 0 },
          env: childEnv,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: [tests('server')],
          sequence: { groupOrder: 1 },
          globalSetup: ['server/src/platform/postgres/test-cluster.ts'],
          // Tests run on this PostgreSQL instead of the embedded one, when it is set.
          env: { ...childEnv, CRESYL_TEST_POSTGRES: process.env.CRESYL_TEST_POSTGRES ?? '' },
        },
      },
      inBrowser(),
    ],
  },
})

/** The app in a real browser, with a server that is made of answers. */
function inBrowser(): TestProjectConfiguration {
  return {
    extends: true,
    root: 'web',
    // Found in the middle of a run, a dependency would have the page load anew: all are found before it begins.
    optimizeDeps: { entries: ['src/main.tsx', 'test/**/*.{ts,tsx}'], include: ['react/jsx-runtime'] },
    // The app as it is shipped: made for developers, React takes three times as long, and styles a tag for each rule.
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: { conditions: ['module', 'browser', 'production'] },
    oxc: { jsx: { development: false } },
    plugins: [
      {
        // They are longer than the code, and nobody looks for an error inside a package.
        name: 'without source maps of packages',
        enforce: 'post',
        transform: { filter: { id: /node_modules/ }, handler: (code) => ({ code, map: { mappings: '' } }) },
      },
    ],
    test: {
      name: 'components',
      dir: 'web/test',
      include: ['**/*.test.tsx'],
      // The app takes longer to load than most tests to run: it is loaded once into each of two pages.
      isolate: false,
      maxWorkers: 2,
      sequence: { groupOrder: 2 },
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
