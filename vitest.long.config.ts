import { defineConfig } from 'vitest/config'

// One after another: they kill processes and measure, and would disturb each other.
export default defineConfig({
  test: {
    include: ['{server,slides,analysis,web,launch,e2e}/**/*.long.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    globalSetup: ['server/src/platform/postgres/test-cluster.ts'],
    env: {
      CRESYL_TEST_POSTGRES: process.env.CRESYL_TEST_POSTGRES ?? '',
      CRESYL_TEST_S3: process.env.CRESYL_TEST_S3 ?? '',
    },
    fileParallelism: false,
    testTimeout: 30 * 60_000,
    hookTimeout: 5 * 60_000,
  },
})
