import { defineConfig } from 'vitest/config'

// One after another: they kill processes and measure, and would disturb each other.
export default defineConfig({
  test: {
    include: ['server/**/*.long.ts', 'launch/**/*.long.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    fileParallelism: false,
    testTimeout: 30 * 60_000,
    hookTimeout: 5 * 60_000,
  },
})
