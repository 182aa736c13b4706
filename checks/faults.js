import { runCommand } from '../launch/command.js'
import { ensureInstalled } from '../launch/install.js'
import { findNode24 } from '../launch/node24.js'
import { createSteps } from '../launch/steps.js'
import { chooseFaults, describeFault } from './fault-choice.js'
import { faults } from './fault-list.js'
import { refuseMisfits, runFaults } from './run-faults.js'

// Breaks the code in one place after the other and says which test noticed: `npm run test:faults`. A word runs only
// the faults whose area or file has it; `--list` only lists them; `--wide` tries a fault that its tests miss with all
// tests that import the file; `--trusted` believes that all tests pass as long as nothing is broken.
await runCommand(async () => {
  const args = process.argv.slice(2)
  const words = args.filter((arg) => !arg.startsWith('--'))
  const steps = createSteps(process.stdout)
  const chosen = chooseFaults(faults, words)
  await refuseMisfits(chosen)
  if (args.includes('--list')) {
    steps.print(chosen.map(describeFault).join('\n'))
    return 0
  }
  const node = await findNode24(steps)
  await ensureInstalled(node, steps)
  return runFaults({ node, steps }, chosen, {
    wide: args.includes('--wide'),
    trusted: args.includes('--trusted'),
  })
})
