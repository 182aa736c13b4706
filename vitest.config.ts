import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,slides,server,web,checks,launch,bench}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    globalSetup: ['server/src/platform/postgres/test-cluster.ts'],
    // Tests run on this PostgreSQL instead of the embedded one, when it is set.
    env: { CRESYL_TEST_POSTGRES: process.env.CRESYL_TEST_POSTGRES ?? '' },
    // Much of the time is spent waiting: for processes to start, for time to pass.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
