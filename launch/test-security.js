import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runCommand } from './command.js'
import { failureLines } from './failed-tests.js'
import { LaunchFailure } from './failure.js'
import { ensureInstalled } from './install.js'
import { findNode24 } from './node24.js'
import { root } from './places.js'
import { securityTestFiles } from './security-tests.js'
import { createSteps } from './steps.js'
import { runVitest } from './test-runners.js'
import { countsLine } from './test-summary.js'

// Runs the tests that docs/security.md names, or those of them with a word in their path: `npm run test:security -- attacks`.
await runCommand(async () => {
  const steps = createSteps(process.stdout)
  const node = await findNode24(steps)
  await ensureInstalled(node, steps)
  const document = await readFile(join(root, 'docs', 'security.md'), 'utf8')
  const files = securityTestFiles(document, process.argv.slice(2))
  // Without a file Vitest would run everything.
  if (files.length === 0)
    throw new LaunchFailure('docs/security.md names no test file with that in its path.')
  const { counts, failed } = await runVitest(node, files)
  steps.print(['', ...failureLines(failed), countsLine(counts)].join('\n'))
  return counts.failed > 0 ? 1 : 0
})
