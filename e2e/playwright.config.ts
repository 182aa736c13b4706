import { defineConfig } from '@playwright/test'
import { chromiumPath } from './support/chromium-path.ts'

const isRoot = process.getuid?.() === 0
const ofOwnProduct = '**/identity/third-party.spec.ts'

export default defineConfig({
  testDir: '.',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  retries: 0,
  // What takes long has a run of its own: `npm run test:long -- browser`.
  ...(process.env.CRESYL_LONG ? { grep: /@long/ } : { grepInvert: /@long/ }),
  // Each worker runs a whole product with its own database.
  workers: 2,
  // What needs another product comes first: after it, its worker starts the one that all others share, and slides are
  // read for it, only once.
  projects: [
    { name: 'own', testMatch: ofOwnProduct },
    { name: 'shared', testIgnore: ofOwnProduct },
  ],
  // Machines are slow at times: what never comes is waited for longer, what comes costs nothing more.
  timeout: 240_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/report.json' }]],
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Vienna',
    contextOptions: { reducedMotion: 'reduce' },
    // Keeping one of every test takes about as long as the tests: asked for when something is to be understood.
    trace: process.env.CRESYL_TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      executablePath: chromiumPath(),
      args: isRoot ? ['--no-sandbox'] : [],
    },
  },
})
